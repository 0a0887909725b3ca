import type { LogFn } from 'pino';
import { afterEach, beforeEach, expect, it, vi, type Mock } from 'vitest';
import { taskParts } from '../../../server/health/readiness.ts';
import { startPoller, type Poller } from '../../../server/platform/poller.ts';
import { taskStates } from '../../../server/platform/tasks.ts';

const HOUR = 3_600_000;

let log: { error: Mock<LogFn> };
let fails: boolean;
let runs: number;
let poller: Poller;

const start = (every: number) =>
  startPoller(
    async () => {
      runs += 1;
      if (fails) throw new Error('gone');
    },
    { log, failed: 'Nothing was done; retrying.', every, task: { part: 'jobs', name: 'test' } },
  );
const state = () => taskStates().find(({ name }) => name === 'test');
const parts = () =>
  taskParts(
    taskStates().filter(({ name }) => name === 'test'),
    performance.now(),
  );

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  log = { error: vi.fn<LogFn>() };
  runs = 0;
});
afterEach(async () => {
  await poller.close();
  vi.useRealTimers();
});

it('repeats a run that failed within a minute, however seldom the task is due', async () => {
  fails = true;
  poller = start(HOUR);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(2);
  expect(log.error).toHaveBeenCalledTimes(2);
  fails = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toBe(3);
  await vi.advanceTimersByTimeAsync(HOUR - 1);
  expect(runs).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(4);
});

it('repeats a frequent task at its own interval after a failure too', async () => {
  fails = true;
  poller = start(5_000);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(runs).toBe(4);
});

it('fails its part of /readyz after more than 30 seconds of failures, until a run succeeds', async () => {
  fails = true;
  poller = start(10_000);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(state()).toMatchObject({ part: 'jobs', done: 0, failed: 4 });
  expect(parts()).toEqual({ jobs: 'ok' });
  await vi.advanceTimersByTimeAsync(1);
  expect(parts()).toEqual({ jobs: 'failing' });
  fails = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(parts()).toEqual({ jobs: 'ok' });
  expect(state()).toMatchObject({ done: 1, failed: 4, failingSinceMs: null });
  await poller.close();
  expect(state(), 'a task that has ended is in no part').toBe(undefined);
  expect(parts()).toEqual({});
});

it('one failing task among others fails the part', () => {
  const task = { name: 'test', done: 0, failed: 0, failingSinceMs: null } as const;
  const failing = { ...task, failingSinceMs: 1_000 };
  for (const tasks of [
    [task, failing],
    [failing, task],
  ])
    expect(
      taskParts(
        tasks.map(one => ({ ...one, part: 'derivation' as const })),
        31_001,
      ),
    ).toEqual({ derivation: 'failing' });
});
