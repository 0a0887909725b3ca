import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { invitationMachine, type SentInvitation } from '../../machines/invitation.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE } from '../support/test-console.ts';

const SENT: SentInvitation = { expiresAt: '2026-02-28T15:00:00.000Z', link: 'https://é.example/#token=x' };

/** A server that refuses the first request to resend, and then answers. */
const open = (resendId: number | null) => {
  const resentIds: number[] = [];
  const resend = fromPromise<SentInvitation, { readonly id: number }>(({ input }) => {
    resentIds.push(input.id);
    return resentIds.length === 1 ? Promise.reject(OFFLINE) : Promise.resolve(SENT);
  });
  const actor = createActor(invitationMachine.provide({ actors: { resend } }), { input: { resendId } });
  actor.start();
  return { actor, resentIds, state: () => actor.getSnapshot() };
};

test('a new user is invited first; the other way gets what both forms have', () => {
  const { actor, resentIds, state } = open(null);
  expect([state().value, state().context.way]).toEqual(['composing', 'invite']);
  const typed = { email: 'é@shop.example' };
  actor.send({ type: 'choose', way: 'password', typed });
  expect(state().context).toMatchObject({ way: 'password', carried: typed });
  actor.send({ type: 'sent', sent: SENT });
  expect([state().value, state().context.sent, resentIds]).toEqual(['informing', SENT, []]);
  actor.send({ type: 'close' });
  expect(state().status).toBe('done');
});

test('nothing is sent when the form or a failed request is closed', async () => {
  const composing = open(null);
  composing.actor.send({ type: 'close' });
  expect(composing.state().status).toBe('done');
  const failed = open(7);
  await settled();
  failed.actor.send({ type: 'close' });
  expect([failed.state().status, failed.resentIds]).toEqual(['done', [7]]);
});

test('resending cannot be closed while it runs, and can be tried again', async () => {
  const { actor, resentIds, state } = open(7);
  actor.send({ type: 'close' });
  expect([state().value, state().hasTag('busy')]).toEqual(['renewing', true]);
  await settled();
  expect([state().value, state().context.failure?.code]).toEqual(['failed', 'offline']);
  actor.send({ type: 'retry' });
  await settled();
  expect([state().value, state().context.sent, state().context.failure, resentIds]).toEqual([
    'informing',
    SENT,
    null,
    [7, 7],
  ]);
});
