import { chmodSync, rmSync } from 'node:fs';
import { drainPending, Session } from 'chdb';
import { createEndpoint } from './endpoint.ts';

/**
 * The program of the columnar engine's process: chDB over a folder, answering on a Unix socket in
 * ClickHouse's way.
 * It is a process of its own because a fault in the engine, or the end of it in the middle of an insert, ends
 * the whole process.
 *
 * Started by `supervisor.ts` with a channel; when the channel closes, whoever started it is gone, and it ends
 * too.
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

// The first session decides how the engine is configured, and holds it open.
const anchor = new Session(path, { connectionArgs: [`--config-file=${configFile}`] });
const server = createEndpoint({ path, anchor, memory: Number(memory) });

let ending = false;
const end = (): void => {
  if (ending) return;
  ending = true;
  // What is under way may finish; then the engine is closed. A query that does not end in time is cut off:
  // what was inserted is on disk.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 5_000).unref();
  server.close(() => {
    void drainPending().then(() => {
      anchor.close();
      process.exit(0);
    });
  });
  // A connection whose last answer is given stays open for the next question: nobody will ask it.
  setInterval(() => server.closeIdleConnections(), 20).unref();
};

process.on('disconnect', end);
process.on('message', end);
process.on('SIGTERM', end);
process.on('SIGINT', () => undefined);

// Nobody lives behind a socket left by an earlier run: the supervisor made sure of that.
rmSync(socket, { force: true });
server.listen(socket, () => {
  chmodSync(socket, 0o600);
  process.send?.('ready');
});
