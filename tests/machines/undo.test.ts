import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { RowCommand } from '../../machines/list.ts';
import { undoMachine } from '../../machines/undo.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE } from '../support/test-console.ts';

const COMMAND: RowCommand = { kind: 'restore', ids: [3, 7] };

/** A server whose answers wait until the test releases them. */
const open = () => {
  const calls: {
    readonly command: RowCommand;
    readonly answer: () => void;
    readonly refuse: () => void;
  }[] = [];
  const actor = createActor(
    undoMachine.provide({
      actors: {
        send: fromPromise<unknown, RowCommand>(
          ({ input: command }) =>
            new Promise((resolve, reject) => {
              calls.push({ command, answer: () => resolve({}), refuse: () => reject(OFFLINE) });
            }),
        ),
      },
    }),
    { input: { command: COMMAND } },
  );
  const emitted: object[] = [];
  actor.on('*', event => emitted.push(event));
  actor.start();
  return { actor, calls, emitted, is: () => actor.getSnapshot().value };
};

test('an undo sends its command at once and ends when the rows are restored', async () => {
  const { actor, calls, emitted, is } = open();
  expect([is(), actor.getSnapshot().hasTag('busy'), calls.map(({ command }) => command)]).toEqual([
    'undoing',
    true,
    [COMMAND],
  ]);
  calls[0]!.answer();
  await settled();
  expect([is(), actor.getSnapshot().status, emitted]).toEqual([
    'undone',
    'done',
    [{ type: 'undone', command: COMMAND }],
  ]);
});

test('an undo that failed shows why and can be repeated any number of times', async () => {
  const { actor, calls, emitted, is } = open();
  for (const attempt of [1, 2]) {
    calls.at(-1)!.refuse();
    await settled();
    expect([is(), actor.getSnapshot().context.failure, emitted.length]).toEqual(['failed', OFFLINE, attempt]);
    actor.send({ type: 'retry' });
    expect([is(), actor.getSnapshot().context.failure]).toEqual(['undoing', null]);
  }
  calls.at(-1)!.answer();
  await settled();
  expect([is(), emitted.at(-1), calls.map(({ command }) => command)]).toEqual([
    'undone',
    { type: 'undone', command: COMMAND },
    [COMMAND, COMMAND, COMMAND],
  ]);
  expect(emitted[0]).toEqual({ type: 'failed', command: COMMAND, failure: OFFLINE });
});

test('an undo is sent once while it is pending', async () => {
  const { actor, calls } = open();
  actor.send({ type: 'retry' });
  calls[0]!.refuse();
  await settled();
  actor.send({ type: 'retry' });
  actor.send({ type: 'retry' });
  expect(calls).toHaveLength(2);
});
