import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../program.ts';

const root = resolve(import.meta.dirname, '../../..');
const ANSWERING_WITHIN_MS = 60_000;

const isAnswering = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The processes of `COLLECTOR_PROCESSES=2` under their supervisor. */
export interface CollectorProcesses {
  /** Their addresses. */
  readonly urls: readonly [string, string];
  /** Their process ids, in the order of the addresses. */
  processIds(): Promise<readonly (number | undefined)[]>;
  /** Waits until both are ready. @throws {Error} with the output, if they are not or the supervisor ended */
  untilAnswering(): Promise<void>;
  isAnswering(url: string): Promise<boolean>;
  output(): string;
  /** Sends SIGTERM to the supervisor. @returns its exit code */
  stop(): Promise<number | null>;
}

/** Starts two collectors as `npm start` does. @param environment settings in addition to those of this process */
export const startCollectorProcesses = async (
  environment: Readonly<Record<string, string>>,
): Promise<CollectorProcesses> => {
  const port = await freePort();
  const urls = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`] as const;
  const supervisor = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...environment,
      PORT: String(port),
      PUBLIC_URL: urls[0],
      COLLECTOR_PROCESSES: '2',
    },
  });
  let output = '';
  for (const stream of [supervisor.stdout, supervisor.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = once(supervisor, 'exit') as Promise<[number | null]>;
  return {
    urls,
    isAnswering,
    output: () => output,
    processIds: async () => {
      const { pid } = supervisor;
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
      const byPort = new Map<number, number>();
      for (const id of children.split(' ').filter(Boolean)) {
        const settings = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
        byPort.set(Number(/(?:^|\0)PORT=(\d+)/.exec(settings)?.[1]), Number(id));
      }
      return [byPort.get(port), byPort.get(port + 1)];
    },
    untilAnswering: async () => {
      const deadline = performance.now() + ANSWERING_WITHIN_MS;
      while (!(await Promise.all(urls.map(isAnswering))).every(Boolean)) {
        if (supervisor.exitCode !== null || performance.now() > deadline)
          throw new Error(`the collectors do not answer:\n${output}`);
        await sleep(100);
      }
    },
    stop: async () => {
      supervisor.kill('SIGTERM');
      const [code] = await ended;
      return code;
    },
  };
};
