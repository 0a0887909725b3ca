import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { bulkChangeMachine, type RowChange } from '../../machines/bulk-change.ts';
import { settled } from '../support/settled.ts';

const CONFLICT = { kind: 'conflict', code: 'conflict' };

/** A server that refuses each of these ids once for each time it is listed. */
const open = (...refused: number[]) => {
  const requests: RowChange[] = [];
  const settledEvents: unknown[] = [];
  const actor = createActor(
    bulkChangeMachine.provide({
      actors: {
        change: fromPromise<unknown, RowChange>(({ input }) => {
          requests.push(input);
          const at = refused.indexOf(input.id);
          if (at < 0) return Promise.resolve({});
          refused.splice(at, 1);
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- a failure is data
          return Promise.reject(CONFLICT);
        }),
      },
    }),
  ).start();
  actor.on('settled', ({ done, isComplete }) => settledEvents.push([done, isComplete]));
  const send = async (...types: ('preview' | 'back' | 'confirm' | 'stop' | 'retry' | 'close')[]) => {
    for (const type of types) {
      actor.send({ type });
      await settled();
    }
  };
  const choose = (...ids: number[]) =>
    actor.send({ type: 'choose', change: { values: { ad_category: 3 }, ids } });
  return {
    actor,
    requests,
    settledEvents,
    send,
    choose,
    is: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
};

test('a bulk change needs a preview before it is confirmed, and at least one row', async () => {
  const { send, choose, is, requests } = open();
  choose();
  await send('preview', 'confirm');
  expect([is(), requests]).toEqual(['choosing', []]);
  choose(1, 2);
  await send('confirm', 'preview', 'back', 'preview', 'confirm');
  expect([is(), requests]).toEqual([
    'closed',
    [
      { id: 1, values: { ad_category: 3 }, isRetry: false },
      { id: 2, values: { ad_category: 3 }, isRetry: false },
    ],
  ]);
});

test('a bulk change continues after a refused row, reports it with the reason, and overwrites it when the user sends it again', async () => {
  const { send, choose, is, settledEvents, requests, context } = open(2);
  choose(1, 2, 3);
  await send('preview', 'confirm');
  expect([is(), context().unchanged]).toEqual(['partial', [{ id: 2, failure: CONFLICT }]]);
  await send('retry');
  expect([is(), requests.at(-1)]).toEqual(['closed', { id: 2, values: { ad_category: 3 }, isRetry: true }]);
  expect(settledEvents).toEqual([
    [[1, 3], false],
    [[1, 3, 2], true],
  ]);
});

test('a bulk change sends no further row after a stop, and can be continued', async () => {
  const { actor, send, choose, is, requests, context } = open();
  choose(1, 2, 3);
  await send('preview');
  actor.send({ type: 'confirm' });
  await send('stop');
  expect([is(), requests.map(({ id }) => id), context().remaining]).toEqual(['partial', [1], [2, 3]]);
  await send('retry');
  expect([is(), requests.map(({ id }) => id)]).toEqual(['closed', [1, 2, 3]]);
});

test('a bulk change is empty at first, and takes the latest choice until it is previewed', async () => {
  const { send, choose, is, context, settledEvents, requests } = open();
  expect([is(), context()]).toEqual([
    'choosing',
    { change: { values: {}, ids: [] }, remaining: [], done: [], unchanged: [], isRetry: false },
  ]);
  await send('preview');
  expect(is()).toBe('choosing');
  choose(1);
  choose(4);
  await send('preview');
  choose(5);
  await send('stop', 'retry', 'close');
  expect([is(), requests, settledEvents]).toEqual(['previewed', [], []]);
  await send('back', 'close');
  expect([is(), requests, settledEvents]).toEqual(['closed', [], []]);
});

test('a bulk change is busy while it sends, cannot be closed then, and sends one row at a time', async () => {
  const { actor, send, choose, is, requests, context } = open();
  choose(1, 2);
  await send('preview');
  for (const type of ['confirm', 'close', 'confirm', 'retry', 'back'] as const) actor.send({ type });
  expect([
    is(),
    actor.getSnapshot().hasTag('busy'),
    requests.map(({ id }) => id),
    context().remaining,
  ]).toEqual([{ sending: 'continuing' }, true, [1], [1, 2]]);
  await settled();
  expect([is(), context().remaining, context().done]).toEqual(['closed', [], [1, 2]]);
});

test('a bulk change stopped at its only row reports the outcome of that row', async () => {
  for (const [refused, state, expected] of [
    [[], 'closed', [[1], true]],
    [[1], 'partial', [[], false]],
  ] as const) {
    const { actor, send, choose, is, settledEvents: found, context } = open(...refused);
    choose(1);
    await send('preview');
    actor.send({ type: 'confirm' });
    actor.send({ type: 'stop' });
    expect(is()).toEqual({ sending: 'stopping' });
    await settled();
    expect([is(), found, context().unchanged]).toEqual([
      state,
      [expected],
      refused.map(id => ({ id, failure: CONFLICT })),
    ]);
  }
});

test('a bulk change stopped at a refused row sends that row first when it continues, then the remaining ones in order', async () => {
  const { actor, send, choose, is, settledEvents, requests, context } = open(2, 2);
  choose(1, 2, 3);
  await send('preview');
  actor.send({ type: 'confirm' });
  while (requests.length < 2) await Promise.resolve();
  await send('stop');
  expect([is(), context(), settledEvents]).toEqual([
    'partial',
    {
      change: { values: { ad_category: 3 }, ids: [1, 2, 3] },
      remaining: [3],
      done: [1],
      unchanged: [{ id: 2, failure: CONFLICT }],
      isRetry: false,
    },
    [[[1], false]],
  ]);
  await send('retry');
  expect([is(), requests.map(({ id, isRetry }) => [id, isRetry]), context().remaining]).toEqual([
    'partial',
    [
      [1, false],
      [2, false],
      [2, true],
      [3, true],
    ],
    [],
  ]);
  expect([context().done, context().unchanged, settledEvents.at(-1)]).toEqual([
    [1, 3],
    [{ id: 2, failure: CONFLICT }],
    [[1, 3], false],
  ]);
  await send('close');
  expect(is()).toBe('closed');
});
