// npm run dev: the server, restarted when its code changes, behind Vite, which serves the console with hot reload.
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
    // A separate session: an interrupt at the terminal reaches only this process, which forwards it once; a second one
    // would make the watcher kill the server.
    cwd: root,
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { GRAPHQL_INTROSPECTION: '1', ...process.env, PORT: port },
  },
);

const { createServer } = await import('vite');
const target = `http://127.0.0.1:${port}`;
// Exact paths: Vite serves a folder of the same name (graphql/generated), and other paths start with the same letters.
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
process.stdout.write(`The console with hot reload: ${vite.resolvedUrls.local[0]} (its server: ${target})\n`);

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
