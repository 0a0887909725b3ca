// npm start: prepares what is missing, and then runs the program under a supervisor.
import './build.mjs';
import { join } from 'node:path';
import { root } from './prepare.mjs';
import { SERVER_FLAGS } from './server-flags.mjs';
import { supervise } from './supervise.mjs';

await supervise([...SERVER_FLAGS, join(root, 'scripts/serve.mjs'), ...process.argv.slice(2)]);
