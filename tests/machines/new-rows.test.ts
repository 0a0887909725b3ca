import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { POLL_INTERVAL_MS, newsMachine } from '../../machines/new-rows.ts';
import { settled } from '../support/settled.ts';

const setUp = () => {
  const clock = new SimulatedClock();
  const look = vi.fn(async (_: object): Promise<number> => 3);
  const newRows = createActor(
    newsMachine.provide({ actors: { look: fromPromise(({ input }) => look(input)) } }),
    { clock },
  ).start();
  const pass = async () => {
    clock.increment(POLL_INTERVAL_MS);
    await settled();
  };
  return { look, newRows, pass, count: () => newRows.getSnapshot().context.count };
};

test('nothing is looked for before there is a place to look from, nor after it is gone', async () => {
  const { look, newRows, pass, count } = setUp();
  await pass();
  expect(count()).toBe(0);
  newRows.send({ type: 'place', question: { than: 'あ' } });
  await pass();
  expect([look.mock.calls, count()]).toEqual([[[{ than: 'あ' }]], 3]);
  newRows.send({ type: 'stop' });
  await pass();
  expect([look.mock.calls.length, count(), newRows.getSnapshot().value]).toEqual([1, 0, 'idle']);
});

test('a look that fails keeps what was counted, and the next is made all the same', async () => {
  const { look, newRows, pass, count } = setUp();
  newRows.send({ type: 'place', question: {} });
  await pass();
  look.mockRejectedValueOnce({ kind: 'offline', code: 'offline' });
  await pass();
  expect(count()).toBe(3);
  look.mockResolvedValueOnce(5);
  await pass();
  expect([count(), look.mock.calls.length]).toEqual([5, 3]);
});

test('a new place begins afresh, and the late count of the old one is not heard', async () => {
  const { look, newRows, pass, count } = setUp();
  let tell = (_: number): void => undefined;
  look.mockImplementationOnce(
    () =>
      new Promise(done => {
        tell = done;
      }),
  );
  newRows.send({ type: 'place', question: { than: 'old' } });
  await pass();
  newRows.send({ type: 'place', question: { than: 'new' } });
  tell(9);
  await settled();
  expect(count()).toBe(0);
  await pass();
  expect([count(), look.mock.lastCall]).toEqual([3, [{ than: 'new' }]]);
});
