import type { LogFn } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { taskParts } from '../../../server/health/readiness.ts';
import { startPoller, type Poller } from '../../../server/platform/poller.ts';
import { recordTask, taskStates } from '../../../server/platform/tasks.ts';

const HOUR = 3_600_000;

let log: { error: Mock<LogFn> };
let fails: boolean;
let why: string;
let runs: number;
let poller: Poller;

const start = (every: number) =>
  startPoller(
    async () => {
      runs += 1;
      if (fails) throw new Error(`run ${runs}`, { cause: new Error(why) });
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
  why = 'gone';
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

it('repeats a run that failed also where it belongs to no part of /readyz', async () => {
  poller = startPoller(
    async () => {
      runs += 1;
      throw new Error('gone');
    },
    { log, failed: '', every: 1_000 },
  );
  await poller.poll();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(runs).toBe(2);
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

it('does not log a run that succeeds, and logs one that fails with its cause', async () => {
  fails = false;
  poller = start(1_000);
  await vi.advanceTimersByTimeAsync(0);
  expect(log.error).not.toHaveBeenCalled();
  fails = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log.error.mock.calls).toEqual([[{ err: new Error('run 2') }, 'Nothing was done; retrying.']]);
});

describe('new work', () => {
  /** Runs that last until they are ended. */
  let endRun: () => void;
  let goesOn: () => boolean;
  const startLong = (every: number) =>
    startPoller(
      whether => {
        runs += 1;
        goesOn = whether;
        return new Promise(resolve => {
          endRun = resolve;
        });
      },
      { log, failed: '', every },
    );

  it('is done at once, instead of at the end of the pause', async () => {
    fails = false;
    poller = start(1_000);
    await vi.advanceTimersByTimeAsync(400);
    poller.kick();
    expect(runs).toBe(2);
    await vi.advanceTimersByTimeAsync(999);
    expect(runs).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toBe(3);
    expect(vi.getTimerCount()).toBe(1);
  });

  it('during a run causes one more run right after it', async () => {
    poller = startLong(1_000);
    poller.kick();
    poller.kick();
    expect(runs).toBe(1);
    for (const expected of [2, 2]) {
      endRun();
      await vi.advanceTimersByTimeAsync(1);
      expect(runs).toBe(expected);
    }
    await vi.advanceTimersByTimeAsync(999);
    expect(runs).toBe(3);
    endRun();
  });

  it('waits with a poll for the run that is under way', async () => {
    poller = startLong(1_000);
    const polled = poller.poll();
    expect([poller.poll() === polled, runs]).toEqual([true, 1]);
    endRun();
    await polled;
    expect(vi.getTimerCount()).toBe(1);
    void poller.poll();
    expect(runs).toBe(2);
    endRun();
  });

  it('is not done after a close, which waits for the run that is under way', async () => {
    poller = startLong(1_000);
    expect(goesOn()).toBe(true);
    let isClosed = false;
    const closed = poller.close().then(() => {
      isClosed = true;
    });
    expect(goesOn()).toBe(false);
    poller.kick();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isClosed).toBe(false);
    endRun();
    await closed;
    poller.kick();
    expect([runs, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it('is not awaited by a close during the pause', async () => {
    fails = false;
    poller = start(1_000);
    await vi.advanceTimersByTimeAsync(0);
    await poller.close();
    expect(vi.getTimerCount()).toBe(0);
  });
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

it('a run that ends after its task is not counted', () => {
  const record = recordTask('jobs', 'ended');
  record.close();
  record.succeeded();
  record.failed();
  expect(taskStates().filter(({ name }) => name === 'ended')).toEqual([]);
});

it('logs a failure that lasts once a minute, and another cause and a later failure at once', async () => {
  fails = true;
  poller = start(1_000);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(runs).toBe(60);
  expect(log.error).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log.error).toHaveBeenCalledTimes(2);
  why = 'full';
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log.error).toHaveBeenCalledTimes(3);
  fails = false;
  await vi.advanceTimersByTimeAsync(1_000);
  fails = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(log.error).toHaveBeenCalledTimes(4);
});
