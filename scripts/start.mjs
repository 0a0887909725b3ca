// npm start: prepares what is missing, and then runs the program under a supervisor.
import { join } from 'node:path';
import { buildConsole, buildGateway, buildServer, install, root } from './prepare.mjs';
import { SERVER_FLAGS } from './server-flags.mjs';
import { supervise } from './supervise.mjs';

install();
buildGateway();
buildConsole();
buildServer();

await supervise([...SERVER_FLAGS, join(root, 'scripts/serve.mjs'), ...process.argv.slice(2)]);
