import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { POLL_INTERVAL_MS, newRowsMachine } from '../../machines/new-rows.ts';
import { settled } from '../support/settled.ts';

const setUp = () => {
  const clock = new SimulatedClock();
  const look = vi.fn(async (_: object): Promise<number> => 3);
  const newRows = createActor(
    newRowsMachine.provide({ actors: { count: fromPromise(({ input }) => look(input)) } }),
    { clock },
  ).start();
  const pass = async () => {
    clock.increment(POLL_INTERVAL_MS);
    await settled();
  };
  return { look, newRows, pass, count: () => newRows.getSnapshot().context.count };
};

test('new rows are counted only from a known newest row on', async () => {
  const { look, newRows, pass, count } = setUp();
  await pass();
  expect(count()).toBe(0);
  newRows.send({ type: 'watch', query: { newer_than: 'あ' } });
  await pass();
  expect([look.mock.calls, count()]).toEqual([[[{ newer_than: 'あ' }]], 3]);
  newRows.send({ type: 'stop' });
  await pass();
  expect([look.mock.calls.length, count(), newRows.getSnapshot().value]).toEqual([1, 0, 'idle']);
});

test('the count of new rows survives a failed poll, and polling continues', async () => {
  const { look, newRows, pass, count } = setUp();
  newRows.send({ type: 'watch', query: {} });
  await pass();
  look.mockRejectedValueOnce({ kind: 'offline', code: 'offline' });
  await pass();
  expect(count()).toBe(3);
  look.mockResolvedValueOnce(5);
  await pass();
  expect([count(), look.mock.calls.length]).toEqual([5, 3]);
});

test('the count of new rows restarts with another newest row, and a late count is ignored', async () => {
  const { look, newRows, pass, count } = setUp();
  let tell = (_: number): void => undefined;
  look.mockImplementationOnce(
    () =>
      new Promise(done => {
        tell = done;
      }),
  );
  newRows.send({ type: 'watch', query: { newer_than: 'old' } });
  await pass();
  newRows.send({ type: 'watch', query: { newer_than: 'new' } });
  tell(9);
  await settled();
  expect(count()).toBe(0);
  await pass();
  expect([count(), look.mock.lastCall]).toEqual([3, [{ newer_than: 'new' }]]);
});
