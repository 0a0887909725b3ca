// npm run dev: the server, started again when its code changes, and the console by Vite with hot reload in front of it.
import { spawn } from 'node:child_process';
import { buildGateway, install, root } from './prepare.mjs';

install();
buildGateway();

const port = process.env.PORT ?? '3000';
const consolePort = Number(process.env.CONSOLE_PORT ?? 5173);
const server = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts', ...process.argv.slice(2)], {
  cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, PORT: port },
});

const { createServer } = await import('vite');
const target = `http://127.0.0.1:${port}`;
const proxy = Object.fromEntries(['/graphql', '/api', '/r/', '/t/', '/e', '/i/', '/cv', '/health'].map(path => [path === '/e' || path === '/cv' ? `^${path}(\\?.*)?$` : path, target]));
const vite = await createServer({ root, server: { port: consolePort, host: '127.0.0.1', proxy } });
await vite.listen();
process.stdout.write(`The console with hot reload: http://127.0.0.1:${consolePort}/ (the server behind it: ${target})\n`);

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
server.on('exit', code => void leave(stopping ? 0 : code ?? 1));
