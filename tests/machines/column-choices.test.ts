import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import {
  columnChoicesMachine,
  NO_CHANGES,
  RENEWAL_INTERVAL_MS,
  type ColumnSave,
} from '../../machines/column-choices.ts';

/** Lets the promises of the port settle. */
const settled = () => new Promise(resolve => setImmediate(resolve));

/** A started machine whose saves are answered by the test. */
const setUp = () => {
  const saves: (ColumnSave & { readonly answer: (failure?: Error) => Promise<unknown> })[] = [];
  const emitted: object[] = [];
  const actor = createActor(
    columnChoicesMachine.provide({
      actors: {
        save: fromPromise<unknown, ColumnSave>(
          ({ input }) =>
            new Promise((resolve, reject) => {
              saves.push({
                ...input,
                answer: failure => {
                  if (failure === undefined) resolve(null);
                  else reject(failure);
                  return settled();
                },
              });
            }),
        ),
      },
    }),
  );
  actor.on('*', event => emitted.push(event));
  actor.start();
  return { actor, saves, emitted, sent: () => saves.map(({ key, changes }) => ({ key, changes })) };
};

const open = (key: string) => ({ type: 'open', key, unsent: null, unusedMs: null }) as const;

test('a change is saved at once, and is both emitted and shown before the answer', async () => {
  const { actor, saves, emitted, sent } = setUp();
  actor.send(open('ads'));
  actor.send({ type: 'change', key: 'ads', changes: { hidden: ['name'] } });
  const save = { key: 'ads', changes: { hidden: ['name'] } };
  expect([sent(), emitted]).toEqual([[save], [{ type: 'changed', save }]]);
  expect(actor.getSnapshot().context.changes['ads']).toEqual({ hidden: ['name'] });
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  await saves[0]!.answer();
  expect([actor.getSnapshot().value, emitted.at(-1)]).toEqual(['idle', { type: 'saved', save }]);
  expect(actor.getSnapshot().context.changes['ads']).toEqual({ hidden: ['name'] });
});

test('saves follow one another, and changes made during a save are saved together once', async () => {
  const { actor, saves, emitted, sent } = setUp();
  actor.send({ type: 'change', key: 'ads', changes: { hidden: ['name'] } });
  actor.send({ type: 'change', key: 'cvs', changes: { pinned: 'id' } });
  actor.send({ type: 'change', key: 'ads', changes: { order: ['id', 'name'] } });
  actor.send({ type: 'change', key: 'ads', changes: { hidden: [] } });
  expect(sent()).toEqual([{ key: 'ads', changes: { hidden: ['name'] } }]);
  await saves[0]!.answer();
  await saves[1]!.answer();
  await saves[2]!.answer();
  const last = { key: 'ads', changes: { hidden: [], order: ['id', 'name'] } };
  expect(sent()).toEqual([
    { key: 'ads', changes: { hidden: ['name'] } },
    { key: 'cvs', changes: { pinned: 'id' } },
    last,
  ]);
  expect([actor.getSnapshot().value, emitted.at(-1)]).toEqual(['idle', { type: 'saved', save: last }]);
});

test('a failed save delays no other, and its change is sent when the screen is opened again', async () => {
  const { actor, saves, emitted, sent } = setUp();
  actor.send({ type: 'change', key: 'ads', changes: { hidden: ['name'] } });
  actor.send({ type: 'change', key: 'cvs', changes: { pinned: null } });
  await saves[0]!.answer(new Error('offline'));
  await saves[1]!.answer();
  expect(emitted.filter(event => 'type' in event && event.type === 'saved')).toEqual([
    { type: 'saved', save: { key: 'cvs', changes: { pinned: null } } },
  ]);
  expect(actor.getSnapshot().value).toBe('idle');
  actor.send({ ...open('ads'), unsent: { hidden: ['name'] } });
  expect(sent().at(-1)).toEqual({ key: 'ads', changes: { hidden: ['name'] } });
});

test('a choice is renewed when it was not used for longer than a day', async () => {
  const { actor, saves, sent } = setUp();
  expect(RENEWAL_INTERVAL_MS).toBe(86_400_000);
  actor.send({ ...open('ads'), unusedMs: RENEWAL_INTERVAL_MS });
  expect(sent()).toEqual([]);
  actor.send({ ...open('ads'), unusedMs: RENEWAL_INTERVAL_MS + 1 });
  expect(sent()).toEqual([{ key: 'ads', changes: {} }]);
  await saves[0]!.answer();
  expect(actor.getSnapshot().value).toBe('idle');
});

test('opening a screen anew replaces the changes of the earlier visit by those that the server lacks', async () => {
  const { actor, saves } = setUp();
  actor.send({ type: 'change', key: 'ads', changes: { hidden: ['name'] } });
  await saves[0]!.answer();
  actor.send(open('ads'));
  expect(actor.getSnapshot().context.changes['ads']).toEqual({});
  actor.send({ ...open('cvs'), unsent: { pinned: 'id' } });
  expect(actor.getSnapshot().context.changes).toEqual({ ads: {}, cvs: { pinned: 'id' } });
});

test('a screen that is opened without unsent changes shows the same changes as before', () => {
  const { actor } = setUp();
  actor.send(open('ads'));
  expect(actor.getSnapshot().context.changes['ads']).toBe(NO_CHANGES);
});
