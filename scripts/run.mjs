// node scripts/run.mjs [--gateway] FILE ARGUMENTS…: what runs the npm scripts that are written in TypeScript
// or belong to a package.
// Installs what a fresh clone lacks and builds the gateway where it is needed, then runs the file in this
// very process, so that signals and the exit code are its own.
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
