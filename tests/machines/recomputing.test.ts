import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { POLL_INTERVAL_MS, recomputingMachine, type Job } from '../../machines/recomputing.ts';
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

/** A server that answers what the test says next; failures are thrown. */
const open = async (...answers: (object | null)[]) => {
  const asked: unknown[] = [];
  const clock = new SimulatedClock();
  const next = async (what: unknown): Promise<never> => {
    asked.push(what);
    const answer = answers.shift() ?? null;
    if (answer !== null && 'code' in answer) throw answer;
    return answer as never;
  };
  const machine = recomputingMachine.provide({
    actors: {
      find: fromPromise<Job | null, { readonly question: object }>(() => next('find')),
      plan: fromPromise<Job, { readonly question: object }>(({ input }) => next(['plan', input.question])),
      read: fromPromise<Job, { readonly id: number }>(({ input }) => next(['read', input.id])),
      apply: fromPromise<Job, { readonly id: number; readonly digest: string }>(({ input }) =>
        next(['apply', input.id, input.digest]),
      ),
      cancel: fromPromise<Job, { readonly id: number }>(({ input }) => next(['cancel', input.id])),
    },
  });
  const actor = createActor(machine, { input: { question: { from: '2026-02-01' } }, clock }).start();
  await settled();
  const send = async (...types: ('look' | 'cancel' | 'apply' | 'yes' | 'no' | 'a second')[]) => {
    for (const type of types) {
      if (type === 'a second') clock.increment(POLL_INTERVAL_MS);
      else actor.send({ type });
      await settled();
    }
  };
  return {
    actor,
    asked,
    send,
    is: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
};

test('nothing is applied that was not planned, shown and confirmed', async () => {
  const { send, is, asked } = await open(
    null,
    job('running'),
    job('running'),
    job('planned'),
    job('running'),
    job('ended'),
  );
  await send('apply', 'yes');
  expect([is(), asked]).toEqual(['choosing', ['find']]);
  await send('look', 'a second', 'apply', 'a second', 'yes');
  expect(is()).toBe('planned');
  await send('apply', 'no', 'apply', 'yes');
  expect(is()).toBe('waiting');
  await send('a second');
  expect([is(), asked]).toEqual([
    'ended',
    ['find', ['plan', { from: '2026-02-01' }], ['read', 7], ['read', 7], ['apply', 7, 'a'], ['read', 7]],
  ]);
});

test('a plan that changes nothing cannot be applied', async () => {
  const { send, is } = await open(null, job('planned', { made: 0 }));
  await send('look', 'apply');
  expect(is()).toBe('planned');
});

test('one that is under way is followed from where it is, also through a lost connection', async () => {
  const { send, is, context } = await open(job('running'), OFFLINE, job('running'), job('ended'));
  expect(is()).toBe('waiting');
  await send('a second');
  expect([is(), context().failure]).toEqual(['waiting', OFFLINE]);
  await send('a second');
  expect([is(), context().failure]).toEqual(['waiting', null]);
  await send('a second');
  expect(is()).toBe('ended');
});

test('one that is gone is followed no longer', async () => {
  const { send, is, context } = await open(job('running'), MISSING);
  await send('a second');
  expect([is(), context().job, context().failure]).toEqual(['choosing', null, MISSING]);
});

test('a cancelled plan leaves nothing to show; a cancelled application shows what it changed', async () => {
  const plan = await open(job('running'), OFFLINE, job('dropped'));
  await plan.send('cancel');
  expect([plan.is(), plan.context().failure]).toEqual(['waiting', OFFLINE]);
  await plan.send('cancel');
  expect([plan.is(), plan.context().job, plan.asked.at(-1)]).toEqual(['choosing', null, ['cancel', 7]]);
  const application = await open(job('running'), job('ended'));
  await application.send('cancel');
  expect([application.is(), application.context().job?.made]).toEqual(['ended', 1]);
});

test('another period drops what was shown, and finds what is under way', async () => {
  const { actor, send, is, context } = await open(null, job('planned'), job('running'));
  await send('look');
  actor.send({ type: 'choose', question: { from: '2026-03-01' } });
  expect([is(), context().job]).toEqual(['finding', null]);
  await settled();
  expect([is(), context().question]).toEqual(['waiting', { from: '2026-03-01' }]);
});

test('a plan that is out of date is planned and shown again before it is applied', async () => {
  const { send, is, context, asked } = await open(
    job('planned'),
    CONFLICT,
    job('planned', { id: 8, digest: 'b' }),
    job('running', { id: 8 }),
  );
  await send('apply', 'yes');
  expect([is(), context().outdated, context().job?.digest]).toEqual(['planned', true, 'b']);
  await send('apply', 'yes');
  expect([is(), context().outdated, asked.at(-1)]).toEqual(['waiting', false, ['apply', 8, 'b']]);
});

test('a failure says why where one was, and may be tried again', async () => {
  const { send, is, context } = await open(OFFLINE, OFFLINE, job('planned'), OFFLINE, job('ended'));
  expect([is(), context().failure]).toEqual(['choosing', OFFLINE]);
  await send('look');
  expect([is(), context().failure]).toEqual(['choosing', OFFLINE]);
  await send('look', 'apply', 'yes');
  expect([is(), context().failure]).toEqual(['confirming', OFFLINE]);
  await send('yes');
  expect([is(), context().failure]).toEqual(['ended', null]);
});
