import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { POLL_INTERVAL_MS, syncRunsMachine, type RunList } from '../../machines/sync-runs.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE } from '../support/test-console.ts';

const RUNNING: RunList = { runs: [{ state: 'running' }], running: true };
const ENDED: RunList = { runs: [{ state: 'done' }], running: false };

/** A server that gives these answers in order. */
const open = async (...answers: (RunList | object)[]) => {
  const clock = new SimulatedClock();
  const begun: (object | null)[] = [];
  let looks = 0;
  const next = async <Answer>(): Promise<Answer> => {
    const answer = answers.shift() ?? ENDED;
    if ('code' in answer) throw answer;
    return answer as Answer;
  };
  const actor = createActor(
    syncRunsMachine.provide({
      actors: {
        reload: fromPromise<RunList, undefined>(() => {
          looks += 1;
          return next();
        }),
        start: fromPromise<unknown, { readonly file: object | null }>(({ input }) => {
          begun.push(input.file);
          return next();
        }),
      },
    }),
    { clock },
  ).start();
  await settled();
  const pass = async () => {
    clock.increment(POLL_INTERVAL_MS);
    await settled();
  };
  return {
    send: actor.send,
    is: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    begun,
    looks: () => looks,
    pass,
  };
};

test('runs are polled until the last has ended', async () => {
  const { is, looks, pass, context } = await open(RUNNING, RUNNING, ENDED);
  expect([is(), looks()]).toEqual(['polling', 1]);
  await pass();
  expect([is(), looks()]).toEqual(['polling', 2]);
  await pass();
  expect([is(), looks(), context().runs]).toEqual(['idle', 3, ENDED]);
  await pass();
  expect(looks()).toBe(3);
});

test('a run is started once, with or without a file, and then polled', async () => {
  const file = { name: '費用é.csv' };
  const { is, send, begun } = await open(ENDED, {}, RUNNING);
  send({ type: 'run', file });
  send({ type: 'run', file: null });
  expect(is()).toBe('starting');
  await settled();
  expect([is(), begun]).toEqual(['polling', [file]]);
  send({ type: 'run', file: null });
  expect(begun).toEqual([file]);
});

test('a run that cannot start shows why, and can be started again', async () => {
  const { is, send, context, begun } = await open(ENDED, OFFLINE, {}, ENDED);
  send({ type: 'run', file: null });
  await settled();
  expect([is(), context().failure]).toEqual(['idle', OFFLINE]);
  send({ type: 'run', file: null });
  expect(context().failure).toBeNull();
  await settled();
  expect([is(), begun.length]).toEqual(['idle', 2]);
});

test('runs that cannot be read show why and keep the last ones; they are read again on request', async () => {
  const { is, send, context, pass } = await open(RUNNING, OFFLINE, ENDED);
  await pass();
  expect([is(), context().failure, context().runs]).toEqual(['failed', OFFLINE, RUNNING]);
  send({ type: 'reload' });
  await settled();
  expect([is(), context().failure, context().runs]).toEqual(['idle', null, ENDED]);
});

test('runs are unknown before the first poll', async () => {
  const { context } = await open(OFFLINE);
  expect(context()).toEqual({ runs: null, file: null, failure: OFFLINE });
});

test.each([
  ['polling', RUNNING],
  ['idle', ENDED],
])('runs are read on request, also while %s', async (state, runs) => {
  const { is, send, looks } = await open(runs, runs);
  expect(is()).toBe(state);
  send({ type: 'reload' });
  expect([is(), looks()]).toEqual(['loading', 2]);
  await settled();
  expect(is()).toBe(state);
});
