// node scripts/run.mjs [--gateway] FILE ARGUMENTS…: runs npm scripts that are TypeScript files or programs of packages.
// Installs missing dependencies, builds the gateway if needed, and runs the file in the same process, so that signals
// and the exit code are those of the file.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildGateway, install, root } from './prepare.mjs';

const needsGateway = process.argv[2] === '--gateway';
const [file, ...scriptArguments] = process.argv.slice(needsGateway ? 3 : 2);

install();
if (needsGateway) buildGateway();

process.argv.splice(1, process.argv.length, join(root, file), ...scriptArguments);
process.setSourceMapsEnabled(true);
const { register } = await import('tsx/esm/api');
register();
await import(pathToFileURL(join(root, file)).href);
