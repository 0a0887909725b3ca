import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createShutdown } from '../../../server/platform/shutdown.ts';

const silent = pino({ level: 'silent' });
const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('cuts work off after four seconds in all, closes the resources after it, and is clean', async () => {
  const warn = vi.spyOn(silent, 'warn');
  const closed: string[] = [];
  const after = (ms: number, what: string) => async () => {
    await new Promise(done => setTimeout(done, ms));
    closed.push(what);
  };
  const { register, registerWork, closeAll } = createShutdown();
  register('the store', null, after(3_000, 'the store'));
  registerWork('the collector', null, after(400, 'the collector'));
  registerWork('the erasures', null, never);
  // A task that fails because its store was closed does not end the process.
  registerWork('the reports', null, async () => {
    await new Promise(done => setTimeout(done, 5_000));
    throw new Error('the store was closed');
  });
  registerWork('the server', null, after(1_000, 'the server'));

  const closing = closeAll(silent);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(closed).toEqual(['the server', 'the collector']);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await closing).toBe(true);
  expect(closed).toEqual(['the server', 'the collector', 'the store']);
  expect(warn.mock.calls.map(([line]) => line)).toEqual([
    'The stop cut off what had not ended in time: the reports. The next start continues.',
    'The stop cut off what had not ended in time: the erasures. The next start continues.',
  ]);
});

it('waits for a store however long it takes, names it meanwhile, and is unclean where it fails', async () => {
  const shutdown = createShutdown();
  shutdown.register('the store', null, async () => {
    await new Promise(done => setTimeout(done, 60_000));
    throw new Error('its disk is full');
  });
  const closing = shutdown.closeAll(silent);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(shutdown.closing).toBe('the store');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await closing).toBe(false);
  expect(shutdown.closing).toBeNull();
});

it('ends a start that goes on after a stop at its next resource, which is closed with those before', async () => {
  const closed: string[] = [];
  const note = async (thing: string) => void closed.push(thing);
  const shutdown = createShutdown();
  expect(shutdown.register('the store', 'store', note)).toBe('store');
  shutdown.registerWork('the erasures', null, never);
  expect(shutdown.stopping).toBe(false);
  shutdown.stop();
  expect(shutdown.stopping).toBe(true);
  expect(() => shutdown.register('the server', 'server', note)).toThrow(/^$/);
  expect(() => shutdown.registerWork('the collector', 'collector', note)).toThrow(/^$/);
  const closing = shutdown.closeAll(null);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await closing).toBe(true);
  expect(closed).toEqual(['collector', 'server', 'store']);
});

it('closes the resources before one that fails, with the cause in the log, if there is one by then', async () => {
  const logged = vi.spyOn(silent, 'error');
  for (const log of [silent, null]) {
    const { register, registerWork, closeAll } = createShutdown();
    const close = vi.fn(async () => undefined);
    const cause = new Error('its disk is full');
    register('the store', null, close);
    register('the journal', null, () => Promise.reject(cause));
    registerWork('the server', null, never);
    const closing = closeAll(log);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await closing).toBe(false);
    expect(close).toHaveBeenCalledOnce();
    expect(logged.mock.calls).toEqual([[{ err: cause }, 'Closing the journal failed.']]);
  }
});
