import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverOf } from './child.ts';
import type { Control } from './installation-life/control.ts';

/** Touchpath in a process of its own, with its own port and data. */
export interface Program {
  readonly url: string;
  /** Its process id. */
  readonly pid: number;
  /** The output so far. */
  output(): string;
  /** Sends SIGTERM and waits; returns the exit code. */
  stop(): Promise<number | null>;
  /** The exit code, once the program has ended. */
  readonly ended: Promise<number | null>;
  /** Sends SIGKILL and waits. */
  kill(): Promise<void>;
  /** Stops or continues the process where it is. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Changes the clock or the disk of a program that was started with `preload`, and waits until it has. */
  control(change: Control): Promise<void>;
}

interface ProgramOptions {
  /** A module that is loaded before the program: the bundle of `installation-life/control`, which obeys `control`. */
  readonly preload?: string | undefined;
  /** The folder of the program; omitted: this tree. */
  readonly version?: string | undefined;
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

const spawnProgram = (
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  { preload, version = root }: ProgramOptions,
) => {
  const preloads = preload === undefined ? [] : ['--import', preload];
  return spawn(process.execPath, [...preloads, serverOf(version), ...args], {
    cwd: version,
    stdio: ['ignore', 'pipe', 'pipe', ...(preload === undefined ? [] : ['ipc' as const])],
    env: environment,
  });
};

/**
 * Starts the program on `dataDir` and waits until it answers. Throws with its output when it ends or does not
 * answer within three minutes.
 */
export const startProgram = async (
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  options: ProgramOptions = {},
): Promise<Program> => {
  const port = environment['PORT'] ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const child = spawnProgram(
    args,
    { ...process.env, DATA_DIR: dataDir, PORT: port, ...environment },
    options,
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
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
    pid: child.pid ?? 0,
    ended,
    output: () => printed,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL');
    },
    signal: name => {
      child.kill(name);
    },
    control: async change => {
      const answered = once(child, 'message');
      child.send(change);
      await answered;
    },
  };
};
