import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childProgram } from './child.ts';

/**
 * Starts a store on `dataDir` in a program of its own. Returns the process id of the store and a function
 * that kills the program with SIGKILL.
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
