import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { processesIn } from '../../../server/platform/processes.ts';

const TURN_MS = 5;
const IDLE_PROCESSES = 60;

const children: ChildProcess[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The turns of the event loop that the work takes in a program which is busy in each of them. */
const busyTurns = async (work: () => Promise<unknown>): Promise<number> => {
  let turnCount = 0;
  let isDone = false;
  const spend = () => {
    if (isDone) return;
    turnCount += 1;
    const end = performance.now() + TURN_MS;
    while (performance.now() < end);
    setImmediate(spend);
  };
  setImmediate(spend);
  await work();
  isDone = true;
  return turnCount;
};

// A killed PostgreSQL was started again half a minute later under load, and conversions were refused meanwhile.
test.runIf(process.platform === 'linux')(
  'the processes of a store are found within a few turns of a busy event loop, however many others run',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchpath-processes-'));
    folders.push(folder);
    for (let n = 0; n < IDLE_PROCESSES; n++) children.push(spawn('sleep', ['60'], { stdio: 'ignore' }));
    const store = spawn('sleep', ['60'], { argv0: 'postgres', cwd: folder, stdio: 'ignore' });
    children.push(store);
    expect(readdirSync('/proc').length).toBeGreaterThan(IDLE_PROCESSES);
    let found: number[] = [];
    const turnCount = await busyTurns(async () => {
      found = await processesIn(folder, 'postgres', []);
    });
    expect(found).toEqual([store.pid]);
    expect(turnCount).toBeLessThan(IDLE_PROCESSES / 2);
  },
);
