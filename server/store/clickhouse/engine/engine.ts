import { chmodSync, rmSync } from 'node:fs';
import { drainPending, Session } from 'chdb';
import { createEndpoint } from './endpoint.ts';

/**
 * Process of the embedded engine: chDB over a folder, with ClickHouse's HTTP interface on a Unix socket. A separate
 * process, because a fault of the engine, or closing it during an insert, ends its process. `supervisor.ts` starts it
 * with an IPC channel; the process ends when the channel closes.
 */
const [path, socket, configFile, memory] = process.argv.slice(2);
if (
  path === undefined ||
  socket === undefined ||
  configFile === undefined ||
  memory === undefined ||
  process.send === undefined
) {
  throw new Error('engine.ts is started by the supervisor');
}

// The first session configures the engine and keeps it open.
const anchor = new Session(path, { connectionArgs: [`--config-file=${configFile}`] });
const server = createEndpoint({ path, anchor, memory: Number(memory) });

let ending = false;
const end = (): void => {
  if (ending) return;
  ending = true;
  // Running queries may finish before the engine is closed. After 5 s the process is killed: inserted rows are on disk.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 5_000).unref();
  server.close(() => {
    void drainPending().then(() => {
      anchor.close();
      process.exit(0);
    });
  });
  // Idle keep-alive connections would delay the close of the server.
  setInterval(() => server.closeIdleConnections(), 20).unref();
};

process.on('disconnect', end);
process.on('message', end);
process.on('SIGTERM', end);
process.on('SIGINT', () => undefined);

// A leftover socket of an earlier run has no process: the supervisor has verified this.
rmSync(socket, { force: true });
server.listen(socket, () => {
  chmodSync(socket, 0o600);
  process.send?.('ready');
});
