import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { ownSessionsMachine, type OwnSessions, type Revocation } from '../../machines/own-sessions.ts';
import { OFFLINE } from '../support/test-console.ts';
import { settled } from '../support/settled.ts';

const MISSING = { kind: 'missing', code: 'not_found' } as const;
const listOf = (...ids: readonly string[]): OwnSessions => ({
  count: ids.length,
  sessions: ids.map(id => ({ id, isCurrent: id === 'here' })),
});

/** A started machine whose calls are answered in turn. */
const open = async (...lists: readonly (OwnSessions | typeof OFFLINE)[]) => {
  const loads = [...lists];
  const revocations: Revocation[] = [];
  const outcomes: (number | object)[] = [];
  const emitted: object[] = [];
  const settle = <Answer>(answer: Answer | object): Promise<Answer> =>
    typeof answer === 'object' && answer !== null && 'kind' in answer
      ? // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- failures are plain objects
        Promise.reject(answer)
      : Promise.resolve(answer as Answer);
  const actor = createActor(
    ownSessionsMachine.provide({
      actors: {
        load: fromPromise<OwnSessions, undefined>(() => settle<OwnSessions>(loads.shift() ?? OFFLINE)),
        revoke: fromPromise<number, Revocation>(({ input }) => {
          revocations.push(input);
          return settle<number>(outcomes.shift() ?? OFFLINE);
        }),
      },
    }),
  );
  actor.on('*', event => emitted.push(event));
  actor.start();
  await settled();
  return {
    revocations,
    outcomes,
    emitted,
    at: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    send: async (...events: Parameters<typeof actor.send>[0][]) => {
      events.forEach(event => actor.send(event));
      await settled();
    },
    /** Sends an event, lets its call end, and answers the state before that: value, whether it is busy, failure. */
    begin: async (event: Parameters<typeof actor.send>[0]) => {
      actor.send(event);
      const during = actor.getSnapshot();
      const found = [during.value, during.hasTag('busy'), during.context.failure];
      await settled();
      return found;
    },
  };
};
const one = (id: string) => ({ type: 'revoke', revocation: { kind: 'one', id } }) as const;
const OTHERS = { type: 'revoke', revocation: { kind: 'others' } } as const;

test('a session is ended after a confirmation only, and the list is loaded again', async () => {
  const { send, at, context, revocations, outcomes, emitted } = await open(
    listOf('here', 'there'),
    listOf('here'),
  );
  outcomes.push(1);
  await send(one('there'), { type: 'cancel' });
  expect([at(), revocations]).toEqual(['listed', []]);
  await send(one('there'), { type: 'confirm' });
  const revocation = { kind: 'one', id: 'there' };
  expect([at(), revocations, emitted]).toEqual([
    'listed',
    [revocation],
    [{ type: 'revoked', revocation, count: 1 }],
  ]);
  expect(context().list).toEqual(listOf('here'));
});

test('the session of this browser, an unknown one, and others where there are none cannot be ended', async () => {
  for (const [list, events] of [
    [listOf('here'), [one('here'), one('there'), OTHERS]],
    [listOf('here', 'there'), [one('here'), one('elsewhere')]],
  ] as const) {
    const { send, at } = await open(list);
    for (const event of events) {
      await send(event);
      expect(at()).toBe('listed');
    }
  }
});

test('all others are ended also where not all are listed', async () => {
  const { send, emitted, outcomes } = await open({ ...listOf('here'), count: 101 }, listOf('here'));
  outcomes.push(100);
  await send(OTHERS, { type: 'confirm' });
  expect(emitted).toEqual([{ type: 'revoked', revocation: { kind: 'others' }, count: 100 }]);
});

test('a failure is shown in the dialog, and the next attempt clears it', async () => {
  const { send, at, context, outcomes } = await open(listOf('here', 'there'), listOf('here'));
  outcomes.push(OFFLINE, 1);
  await send(one('there'), { type: 'confirm' });
  expect([at(), context().failure?.kind]).toEqual(['confirming', 'offline']);
  await send({ type: 'confirm' });
  expect([at(), context().failure]).toEqual(['listed', null]);
});

test('a cancelled dialog leaves no failure', async () => {
  const { send, at, context, outcomes } = await open(listOf('here', 'there'));
  outcomes.push(OFFLINE);
  await send(one('there'), { type: 'confirm' });
  await send({ type: 'cancel' });
  expect([at(), context().failure]).toEqual(['listed', null]);
});

test('a session that ended meanwhile counts as ended', async () => {
  const { send, at, emitted, outcomes } = await open(listOf('here', 'there'), listOf('here'));
  outcomes.push(MISSING);
  await send(one('there'), { type: 'confirm' });
  expect([at(), emitted]).toEqual([
    'listed',
    [{ type: 'revoked', revocation: { kind: 'one', id: 'there' }, count: 1 }],
  ]);
});

test('a list that cannot be loaded is loaded again on demand, and the former one is kept', async () => {
  const { send, at, context } = await open(listOf('here', 'there'), OFFLINE, listOf('here'));
  await send({ type: 'reload' });
  expect([at(), context().failure?.kind, context().list]).toEqual([
    'failed',
    'offline',
    listOf('here', 'there'),
  ]);
  await send({ type: 'reload' });
  expect([at(), context().failure, context().list]).toEqual(['listed', null, listOf('here')]);
});

test('a call makes the dialog and the list busy, and shows no earlier failure', async () => {
  const { begin, send, outcomes } = await open(listOf('here', 'there'), OFFLINE, listOf('here'));
  expect(await begin(one('there'))).toEqual(['confirming', false, null]);
  outcomes.push(OFFLINE);
  await send({ type: 'confirm' });
  outcomes.push(OFFLINE);
  expect(await begin({ type: 'confirm' })).toEqual(['revoking', true, null]);
  expect(await begin({ type: 'cancel' })).toEqual(['listed', false, null]);
  expect(await begin({ type: 'reload' })).toEqual(['loading', true, null]);
  expect(await begin({ type: 'reload' })).toEqual(['loading', true, null]);
});
