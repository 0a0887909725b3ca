import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { POLL_INTERVAL_MS, recomputationMachine, type Job } from '../../machines/recomputation.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE } from '../support/test-console.ts';

const job = (state: 'running' | 'planned' | 'ended' | 'dropped', over: Partial<Job> = {}): Job => ({
  id: 7,
  isRunning: state === 'running',
  isPlanned: state === 'planned',
  isDropped: state === 'dropped',
  digest: 'a',
  made: 1,
  moved: 0,
  rejudged: 0,
  ...over,
});
const CONFLICT = { kind: 'conflict', code: 'conflict' };
const MISSING = { kind: 'missing', code: 'not_found' };
const DENIED = { kind: 'denied', code: 'forbidden' };

/** A server that gives these answers in order; failures are thrown. */
const open = async (...answers: (object | null)[]) => {
  const requests: unknown[] = [];
  const clock = new SimulatedClock();
  const next = async (what: unknown): Promise<never> => {
    requests.push(what);
    const answer = answers.shift() ?? null;
    if (answer !== null && 'code' in answer) throw answer;
    return answer as never;
  };
  const machine = recomputationMachine.provide({
    actors: {
      find: fromPromise<Job | null, { readonly query: object }>(({ input }) => next(['find', input.query])),
      plan: fromPromise<Job, { readonly query: object }>(({ input }) => next(['plan', input.query])),
      read: fromPromise<Job, { readonly id: number }>(({ input }) => next(['read', input.id])),
      apply: fromPromise<Job, { readonly id: number; readonly digest: string }>(({ input }) =>
        next(['apply', input.id, input.digest]),
      ),
      cancel: fromPromise<Job, { readonly id: number }>(({ input }) => next(['cancel', input.id])),
    },
  });
  const actor = createActor(machine, { input: { query: { from: '2026-02-01' } }, clock }).start();
  await settled();
  const send = async (...types: ('plan' | 'cancel' | 'apply' | 'confirm' | 'back' | 'a second')[]) => {
    for (const type of types) {
      if (type === 'a second') clock.increment(POLL_INTERVAL_MS);
      else actor.send({ type });
      await settled();
    }
  };
  return {
    actor,
    requests,
    send,
    is: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
};

test('a recomputation is applied only after it was planned, shown and confirmed', async () => {
  const { send, is, requests } = await open(
    null,
    job('running'),
    job('running'),
    job('planned'),
    job('running'),
    job('ended'),
  );
  await send('apply', 'confirm');
  expect([is(), requests]).toEqual(['choosing', [['find', { from: '2026-02-01' }]]]);
  await send('plan', 'a second', 'apply', 'a second', 'confirm');
  expect(is()).toBe('planned');
  await send('apply', 'back', 'apply', 'confirm');
  expect(is()).toBe('waiting');
  await send('a second');
  expect([is(), requests]).toEqual([
    'ended',
    [
      ['find', { from: '2026-02-01' }],
      ['plan', { from: '2026-02-01' }],
      ['read', 7],
      ['read', 7],
      ['apply', 7, 'a'],
      ['read', 7],
    ],
  ]);
});

test.each([
  [{ made: 0 }, 'planned'],
  [{ made: 0, moved: 1 }, 'confirming'],
  [{ made: 0, rejudged: 1 }, 'confirming'],
] as const)(
  'a recomputation planned with %j is %s on apply, since a plan without changes is not applied',
  async (over, state) => {
    const { send, is } = await open(null, job('planned', over));
    await send('plan', 'apply');
    expect(is()).toBe(state);
  },
);

test('a running recomputation is followed from its present state, also after a lost connection', async () => {
  const { send, is, context } = await open(job('running'), OFFLINE, job('running'), job('ended'));
  expect(is()).toBe('waiting');
  await send('a second');
  expect([is(), context().failure]).toEqual(['waiting', OFFLINE]);
  await send('a second');
  expect([is(), context().failure]).toEqual(['waiting', null]);
  await send('a second');
  expect(is()).toBe('ended');
});

test.each([MISSING, DENIED])(
  'a recomputation that cannot be read because of %j is no longer followed',
  async failure => {
    const { send, is, context } = await open(job('running'), failure);
    await send('a second');
    expect([is(), context().job, context().failure]).toEqual(['choosing', null, failure]);
  },
);

test('a recomputation can be cancelled while it is being read', async () => {
  const recomputation = await open(job('running'), job('running'), job('dropped'));
  const reading = recomputation.send('a second');
  recomputation.actor.send({ type: 'cancel' });
  expect(recomputation.is()).toBe('cancelling');
  await reading;
  expect([recomputation.is(), recomputation.requests.at(-1)]).toEqual(['choosing', ['cancel', 7]]);
});

test('a cancelled plan shows nothing, and a cancelled application shows what it changed', async () => {
  const plan = await open(job('running'), OFFLINE, job('dropped'));
  await plan.send('cancel');
  expect([plan.is(), plan.context().failure]).toEqual(['waiting', OFFLINE]);
  await plan.send('cancel');
  expect([plan.is(), plan.context().job, plan.requests.at(-1)]).toEqual(['choosing', null, ['cancel', 7]]);
  const application = await open(job('running'), job('ended'));
  await application.send('cancel');
  expect([application.is(), application.context().job?.made]).toEqual(['ended', 1]);
});

test('another period clears the shown recomputation, and finds a running one', async () => {
  const { actor, send, is, context } = await open(null, job('planned'), job('running'));
  await send('plan');
  actor.send({ type: 'choose', query: { from: '2026-03-01' } });
  expect([is(), context().job]).toEqual(['finding', null]);
  await settled();
  expect([is(), context().query]).toEqual(['waiting', { from: '2026-03-01' }]);
});

test('an outdated plan is planned and shown again before it is applied', async () => {
  const { send, is, context, requests } = await open(
    job('planned'),
    CONFLICT,
    job('planned', { id: 8, digest: 'b' }),
    job('running', { id: 8 }),
  );
  await send('apply', 'confirm');
  expect([is(), context().outdated, context().job?.digest]).toEqual(['planned', true, 'b']);
  await send('apply', 'confirm');
  expect([is(), context().outdated, requests.at(-1)]).toEqual(['waiting', false, ['apply', 8, 'b']]);
});

test('a failed call of a recomputation shows its reason and can be repeated', async () => {
  const { send, is, context } = await open(OFFLINE, OFFLINE, job('planned'), OFFLINE, job('ended'));
  expect([is(), context().failure]).toEqual(['choosing', OFFLINE]);
  await send('plan');
  expect([is(), context().failure]).toEqual(['choosing', OFFLINE]);
  await send('plan', 'apply', 'confirm');
  expect([is(), context().failure]).toEqual(['confirming', OFFLINE]);
  await send('confirm');
  expect([is(), context().failure]).toEqual(['ended', null]);
});

test('a recomputation is not outdated at first', async () => {
  const { context } = await open();
  expect(context()).toEqual({ query: { from: '2026-02-01' }, job: null, outdated: false, failure: null });
});

test.each([
  ['choosing', OFFLINE],
  ['planned', job('planned')],
  ['ended', job('ended')],
])('an outdated plan is %s and then planned again without the old data', async (state, second) => {
  const { actor, send, is, context } = await open(
    job('planned'),
    CONFLICT,
    second,
    job('planned', { id: 8 }),
  );
  await send('apply', 'confirm');
  expect([is(), context().outdated]).toEqual([state, true]);
  actor.send({ type: 'plan' });
  expect([is(), context().job, context().failure, context().outdated]).toEqual([
    'starting',
    null,
    null,
    false,
  ]);
  await settled();
  expect([is(), context().job?.id]).toEqual(['planned', 8]);
});

test('another period clears the mark of an outdated plan', async () => {
  const { actor, send, context } = await open(job('planned'), CONFLICT, job('planned'));
  await send('apply', 'confirm');
  actor.send({ type: 'choose', query: { from: '2026-03-01' } });
  expect(context()).toEqual({ query: { from: '2026-03-01' }, job: null, outdated: false, failure: null });
});

test('a plan that could not be applied shows the failure until it is repeated or left', async () => {
  const { actor, send, is, context } = await open(job('planned'), OFFLINE, OFFLINE);
  await send('apply', 'confirm');
  actor.send({ type: 'confirm' });
  expect([is(), context().failure]).toEqual(['applying', null]);
  await settled();
  expect([is(), context().failure]).toEqual(['confirming', OFFLINE]);
  await send('back');
  expect([is(), context().failure]).toEqual(['planned', null]);
});
