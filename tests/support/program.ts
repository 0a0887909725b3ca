import { spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER } from './child.ts';

/** Touchpath in a process of its own, with its own port and data. */
export interface Program {
  readonly url: string;
  /** The output so far. */
  output(): string;
  /** Sends SIGTERM and waits; returns the exit code. */
  stop(): Promise<number | null>;
  /** The exit code, once the program has ended. */
  readonly ended: Promise<number | null>;
  /** Sends SIGKILL and waits. */
  kill(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');

/** A free port. */
export const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const server = createServer()
      .once('error', failed)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        server.close(() => done(port));
      });
  });

/**
 * Starts the program on `dataDir` and waits until it answers. Throws with its output when it ends or does not
 * answer within three minutes.
 */
export const startProgram = async (
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Program> => {
  const port = environment['PORT'] ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [SERVER, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: port, ...environment },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const ended = new Promise<number | null>(done => child.once('exit', done));

  const deadline = Date.now() + 180_000;
  for (;;) {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) break;
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`Touchpath did not start:\n${printed}`);
    }
    await sleep(100);
  }
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    url,
    ended,
    output: () => printed,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
  };
};
