import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childProgram } from './child.ts';

/**
 * Starts a store on `dataDir` in a program of its own; answers the store's process id and a way to kill the
 * program without a word.
 */
export const startOwned = async (
  which: 'postgres' | 'clickhouse',
  dataDir: string,
): Promise<{ pid: number; killOwner(): Promise<void> }> => {
  const owner = spawn(process.execPath, [await childProgram('owner'), which, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(owner.stdout, 'data')) as [Buffer];
  return {
    pid: Number(line.toString()),
    killOwner: async () => {
      const exited = once(owner, 'exit');
      owner.kill('SIGKILL');
      await exited;
    },
  };
};
