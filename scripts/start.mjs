// npm start: prepares what is missing, and then runs the program, or its processes, under a supervisor.
import './build.mjs';
import { join } from 'node:path';
import { environmentsOf } from './collector-processes.mjs';
import { root } from './prepare.mjs';
import { SERVER_FLAGS } from './server-flags.mjs';
import { supervise } from './supervise.mjs';

const args = [...SERVER_FLAGS, join(root, 'scripts/serve.mjs'), ...process.argv.slice(2)];
await supervise(environmentsOf(process.env).map(environment => ({ args, environment })));
