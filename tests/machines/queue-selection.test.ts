import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { queueSelectionMachine } from '../../machines/queue-selection.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE } from '../support/test-console.ts';

/** A selection whose resend waits until the test answers it. */
const open = () => {
  const calls: {
    readonly keys: readonly string[];
    readonly answer: (isSent: boolean) => void;
    readonly fail: () => void;
  }[] = [];
  const actor = createActor(
    queueSelectionMachine.provide({
      actors: {
        resend: fromPromise<boolean, readonly string[]>(
          ({ input: keys }) =>
            new Promise((resolve, reject) => {
              calls.push({ keys, answer: resolve, fail: () => reject(OFFLINE) });
            }),
        ),
      },
    }),
  ).start();
  const now = () => [actor.getSnapshot().value, actor.getSnapshot().context.keys];
  return { actor, calls, now };
};

test('notifications are sent again once, as they were selected, and then nothing is selected', async () => {
  const { actor, calls, now } = open();
  actor.send({ type: 'resend' });
  expect([now(), calls.length]).toEqual([['choosing', []], 0]);
  actor.send({ type: 'select', keys: ['3'] });
  actor.send({ type: 'select', keys: ['3', '7'] });
  actor.send({ type: 'resend' });
  actor.send({ type: 'resend' });
  actor.send({ type: 'select', keys: ['9'] });
  expect([now(), actor.getSnapshot().hasTag('busy')]).toEqual([['resending', ['3', '7']], true]);
  expect(calls.map(({ keys }) => keys)).toEqual([['3', '7']]);
  calls[0]!.answer(true);
  await settled();
  expect(now()).toEqual(['choosing', []]);
});

test('a cancelled or failed resend keeps the selection, so that it can be repeated', async () => {
  const { actor, calls, now } = open();
  actor.send({ type: 'select', keys: ['3'] });
  actor.send({ type: 'resend' });
  calls[0]!.answer(false);
  await settled();
  expect([now(), actor.getSnapshot().context.failure]).toEqual([['choosing', ['3']], null]);
  actor.send({ type: 'resend' });
  calls[1]!.fail();
  await settled();
  expect([now(), actor.getSnapshot().context.failure]).toEqual([['choosing', ['3']], OFFLINE]);
  actor.send({ type: 'resend' });
  expect([now(), actor.getSnapshot().context.failure]).toEqual([['resending', ['3']], null]);
});

test('another query clears the selection without cancelling what is being sent', async () => {
  const { actor, calls, now } = open();
  actor.send({ type: 'select', keys: ['3'] });
  actor.send({ type: 'clear' });
  expect(now()).toEqual(['choosing', []]);
  actor.send({ type: 'select', keys: ['5'] });
  actor.send({ type: 'resend' });
  actor.send({ type: 'clear' });
  expect(now()).toEqual(['resending', []]);
  calls[0]!.answer(false);
  await settled();
  expect(now()).toEqual(['choosing', []]);
});
