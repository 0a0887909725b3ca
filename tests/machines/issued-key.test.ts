import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { issuedKeyMachine, type IssuedSecret, type KeyRotation } from '../../machines/issued-key.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE } from '../support/test-console.ts';

const ISSUED: IssuedSecret = { secret: 'tp_é', previousUntil: '2026-02-28T15:00:00.000Z' };

/** A server that refuses the first rotation, and then answers. */
const open = (keyId: number | null) => {
  const rotations: KeyRotation[] = [];
  const rotate = fromPromise<IssuedSecret, KeyRotation>(({ input }) => {
    rotations.push(input);
    return rotations.length === 1 ? Promise.reject(OFFLINE) : Promise.resolve(ISSUED);
  });
  const actor = createActor(issuedKeyMachine.provide({ actors: { rotate } }), { input: { keyId } });
  actor.start();
  return { actor, rotations, state: () => actor.getSnapshot() };
};

test('the secret of a new key is shown until it is copied, and forgotten when the dialog is closed', () => {
  const { actor, state } = open(null);
  actor.send({ type: 'rotate' });
  expect(state().value).toBe('composing');
  actor.send({ type: 'created', issued: ISSUED });
  expect([state().value, state().hasTag('secret'), state().context.issued]).toEqual([
    'showing',
    true,
    ISSUED,
  ]);
  actor.send({ type: 'copied' });
  expect([state().value, state().hasTag('secret'), state().context.issued]).toEqual(['copied', true, ISSUED]);
  actor.send({ type: 'close' });
  expect([state().status, state().context.issued]).toEqual(['done', null]);
});

test('a secret that was not copied is left only after a question', () => {
  const { actor, state } = open(null);
  actor.send({ type: 'created', issued: ISSUED });
  actor.send({ type: 'close' });
  expect([state().value, state().hasTag('secret'), state().status]).toEqual(['leaving', false, 'active']);
  actor.send({ type: 'back' });
  expect([state().value, state().context.issued]).toEqual(['showing', ISSUED]);
  actor.send({ type: 'close' });
  actor.send({ type: 'close' });
  expect([state().status, state().context.issued]).toEqual(['done', null]);
});

test('no key is created and no secret rotated when the dialog is closed before', () => {
  for (const keyId of [null, 7]) {
    const { actor, rotations, state } = open(keyId);
    actor.send({ type: 'close' });
    expect([state().status, rotations]).toEqual(['done', []]);
  }
});

test('a rotation has the chosen overlap, cannot be closed while it runs, and can be tried again', async () => {
  const { actor, rotations, state } = open(7);
  expect([state().value, state().context.overlapHours]).toEqual(['choosing', 24]);
  actor.send({ type: 'rotate' });
  actor.send({ type: 'close' });
  expect([state().value, state().hasTag('busy')]).toEqual(['rotating', true]);
  await settled();
  expect([state().value, state().context.failure?.code]).toEqual(['choosing', 'offline']);
  actor.send({ type: 'choose', overlapHours: 0 });
  actor.send({ type: 'rotate' });
  expect(state().context.failure).toBeNull();
  await settled();
  expect([state().value, state().context.issued, rotations]).toEqual([
    'showing',
    ISSUED,
    [
      { id: 7, overlapHours: 24 },
      { id: 7, overlapHours: 0 },
    ],
  ]);
});
