import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryOf } from '../../server/store/clickhouse/engine/memory.ts';
import { childProgram } from './child.ts';
import type { OperatorStatement } from './clickhouse-child.ts';

/** A ClickHouse as an operator configures it, with a disk `backups`. */
export interface ConfiguredClickHouse {
  readonly socket: string;
  /** Runs a statement of the operator. @throws {Error} with the message of ClickHouse */
  run(query: string): Promise<void>;
  stop(): Promise<void>;
}

const configuration = (home: string, backups: string, memory: number): string => `<clickhouse>
  <max_server_memory_usage>${memory}</max_server_memory_usage>
  <tmp_path>${home}/tmp/</tmp_path>
  <storage_configuration>
    <disks><backups><type>local</type><path>${backups}/</path></backups></disks>
  </storage_configuration>
  <backups><allowed_disk>backups</allowed_disk></backups>
</clickhouse>
`;

/**
 * Starts ClickHouse on a new folder.
 *
 * @param home folder that is created for data and socket
 * @param backups folder of the disk, which several servers may share
 */
export const startConfiguredClickHouse = async (
  home: string,
  backups: string,
): Promise<ConfiguredClickHouse> => {
  const data = join(home, 'data');
  const socket = join(home, 'engine.sock');
  const config = join(home, 'config.xml');
  const memory = memoryOf(null);
  for (const folder of [data, join(home, 'tmp'), backups]) await mkdir(folder, { recursive: true });
  await writeFile(config, configuration(home, backups, memory.engine));
  const child = fork(await childProgram('clickhouse-child'), [data, socket, config, String(memory.query)], {
    cwd: data,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC', UV_THREADPOOL_SIZE: '24' },
  });
  const ended = once(child, 'exit');
  const answer = async (): Promise<unknown> => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
    return message;
  };
  const ready = await answer();
  if (ready !== 'ready') throw new Error(`ClickHouse ended with ${String(ready)}`);
  return {
    socket,
    run: async query => {
      const answered = answer();
      child.send({ query } satisfies OperatorStatement);
      const error = await answered;
      if (error !== '') throw new Error(String(error));
    },
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
