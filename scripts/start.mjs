// npm start: sets up what is missing, then runs the program in this very process, so that signals and the exit code are its own.
import { buildConsole, buildGateway, install } from './prepare.mjs';

install();
buildGateway();
buildConsole();

process.setSourceMapsEnabled(true);
const { register } = await import('tsx/esm/api');
register();
await import('../server/main.ts');
