import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import {
  boardSharingMachine,
  type LinkForm,
  type ListedLink,
  type MadeLink,
} from '../../machines/board-sharing.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE } from '../support/test-console.ts';

const FORM: LinkForm = { name: '顧客 É', days: 30, title: '', brand: '', locale: null, key: 'once' };
const MADE: MadeLink = { link: 'https://é.example/#token=x', expiresAt: '2026-02-28T15:00:00.000Z' };

/** A server whose every second call fails, beginning with the first. */
const open = () => {
  const calls: unknown[] = [];
  const links: ListedLink[] = [{ id: 7, name: '顧客' }];
  const answer = <Answer>(call: unknown, value: Answer): Promise<Answer> => {
    calls.push(call);
    return calls.length % 2 === 1 ? Promise.reject(OFFLINE) : Promise.resolve(value);
  };
  const actor = createActor(
    boardSharingMachine.provide({
      actors: {
        load: fromPromise<readonly ListedLink[], undefined>(() => answer('load', [...links])),
        make: fromPromise<MadeLink, LinkForm>(({ input }) => answer(input, MADE)),
        revoke: fromPromise<void, { readonly id: number }>(({ input }) => answer(input.id, undefined)),
      },
    }),
  );
  actor.start();
  const state = () => actor.getSnapshot();
  return { actor, calls, links, state, isBusy: () => state().hasTag('busy') };
};

test('a link is made after a failure with the same form, is shown once, and is listed then', async () => {
  const { actor, calls, links, state, isBusy } = open();
  expect(state().context).toEqual({ links: [], made: null, revoked: null, failure: null });
  await settled();
  expect([state().value, state().context.failure?.code]).toEqual(['failed', 'offline']);
  actor.send({ type: 'retry' });
  expect([isBusy(), state().context.failure]).toEqual([true, null]);
  await settled();
  expect([state().value, state().context.links]).toEqual(['listed', links]);
  actor.send({ type: 'compose' });
  actor.send({ type: 'cancel' });
  expect(state().value).toBe('listed');
  actor.send({ type: 'compose' });
  actor.send({ type: 'submit', form: FORM });
  expect([state().value, isBusy()]).toEqual(['making', true]);
  await settled();
  expect([state().value, state().context.failure?.code]).toEqual(['composing', 'offline']);
  actor.send({ type: 'submit', form: FORM });
  await settled();
  expect([state().value, state().context.made, state().context.failure]).toEqual(['made', MADE, null]);
  actor.send({ type: 'cancel' });
  expect(state().value, 'the link is shown until it is closed').toBe('made');
  actor.send({ type: 'close' });
  expect([state().value, state().context.made]).toEqual(['loading', null]);
  expect(calls).toEqual(['load', 'load', FORM, FORM, 'load']);
});

test('a link is revoked only after a confirmation, and a failure is shown beside the question', async () => {
  const { actor, calls, links, state, isBusy } = open();
  await settled();
  actor.send({ type: 'retry' });
  await settled();
  const [link] = links;
  actor.send({ type: 'revoke', link: link! });
  actor.send({ type: 'cancel' });
  expect([state().value, state().context.revoked]).toEqual(['listed', null]);
  actor.send({ type: 'revoke', link: link! });
  expect(calls).toEqual(['load', 'load']);
  actor.send({ type: 'confirm' });
  expect([state().value, isBusy()]).toEqual(['revoking', true]);
  await settled();
  expect([state().value, state().context.revoked, state().context.failure?.code]).toEqual([
    'confirming',
    link,
    'offline',
  ]);
  actor.send({ type: 'confirm' });
  await settled();
  expect(calls).toEqual(['load', 'load', 7, 7, 'load']);
});
