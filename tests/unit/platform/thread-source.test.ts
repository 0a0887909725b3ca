import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { threadSource } from '../../../server/platform/thread-source.ts';

/** Kills the bundler's processes below this one. */
const killBundler = (): number => {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const bundlers = lines.flatMap(line => {
    const [, pid = '', parent = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(parent) === process.pid && command.includes('esbuild') ? [Number(pid)] : [];
  });
  for (const pid of bundlers) process.kill(pid, 'SIGKILL');
  return bundlers.length;
};

test('a thread is bundled although the process of the bundler was killed', async () => {
  const first = await threadSource(new URL('../../../server/platform/time.ts', import.meta.url));
  expect(first).toContain('TOKYO');
  expect(killBundler()).toBeGreaterThan(0);
  await sleep(200);
  const second = await threadSource(new URL('../../../server/platform/ids.ts', import.meta.url));
  expect(second).toContain('worker must be');
});
