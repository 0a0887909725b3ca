// npm run dev: the server, started again when its code changes, and the console by Vite with hot reload in
// front of it.
import { spawn } from 'node:child_process';
import { buildGateway, install, root } from './prepare.mjs';

install();
buildGateway();

const port = process.env.PORT ?? '3000';
const consolePort = Number(process.env.CONSOLE_PORT ?? 5173);
const server = spawn(
  process.execPath,
  [
    'node_modules/tsx/dist/cli.mjs',
    'watch',
    '--clear-screen=false',
    'server/main.ts',
    ...process.argv.slice(2),
  ],
  {
    // A session of its own: an interrupt typed at the terminal reaches us, we pass it on once; told twice, the
    // watcher cuts the server off.
    cwd: root,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { GRAPHQL_INTROSPECTION: '1', ...process.env, PORT: port },
  },
);

const { createServer } = await import('vite');
const target = `http://127.0.0.1:${port}`;
// Whole addresses where Vite serves a folder of the same name (graphql/generated), or another begins with the
// same letters.
const exactPath = path => `^${path}(\\?.*)?$`;
const proxy = Object.fromEntries(
  [
    exactPath('/graphql'),
    '/api',
    '/r/',
    '/t/',
    '/i/',
    exactPath('/e'),
    exactPath('/cv'),
    exactPath('/healthz'),
    '/readyz',
    exactPath('/metrics'),
  ].map(path => [path, target]),
);
const vite = await createServer({ root, server: { port: consolePort, host: '127.0.0.1', proxy } });
await vite.listen();
process.stdout.write(
  `The console with hot reload: ${vite.resolvedUrls.local[0]} (the server behind it: ${target})\n`,
);

let stopping = false;
const stop = async () => {
  if (stopping) return;
  stopping = true;
  server.kill('SIGTERM');
  await vite.close();
};
const leave = async code => {
  await vite.close();
  process.exit(code);
};
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
server.on('exit', code => void leave(stopping ? 0 : (code ?? 1)));
