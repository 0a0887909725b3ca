import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import type { Failure } from '../../machines/failure.ts';
import { queryMachine, SLOW_QUERY_MS } from '../../machines/query.ts';
import { settled } from '../support/settled.ts';

interface Call {
  readonly query: object;
  readonly signal: AbortSignal;
  readonly answer: () => void;
  readonly fail: (error: unknown) => void;
}

/** A server that answers in the order that the test chooses. */
const oracle = () => {
  const calls: Call[] = [];
  const answer = fromPromise<object, object>(
    ({ input, signal }) =>
      new Promise((resolve, reject) => {
        calls.push({ query: input, signal, answer: () => resolve({ to: input }), fail: reject });
      }),
  );
  return { calls, machine: queryMachine.provide({ actors: { load: answer } }) };
};

const OFFLINE: Failure = { kind: 'offline', code: 'offline' };

describe('a query', () => {
  test('shows the answer to the latest query for any order of answers', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ choice: fc.nat(), fails: fc.boolean() }), { minLength: 1, maxLength: 8 }),
        async replies => {
          const { calls, machine } = oracle();
          const actor = createActor(machine, { input: { query: { n: 0 } } }).start();
          replies.forEach((_, n) => actor.send({ type: 'load', query: { n: n + 1 } }));
          const last = replies.length;
          const late = calls.slice(0, -1);
          for (const { choice, fails } of replies) {
            const [call] = late.splice(choice % Math.max(1, late.length), 1);
            if (fails) call?.fail(OFFLINE);
            else call?.answer();
            await settled();
            expect(actor.getSnapshot().matches('loading')).toBe(true);
            expect(actor.getSnapshot().context).toMatchObject({ result: null, failure: null });
          }
          calls.at(-1)!.answer();
          await settled();
          expect(actor.getSnapshot().value).toBe('loaded');
          expect(actor.getSnapshot().context.result).toEqual({ to: { n: last } });
          expect(calls.map(({ signal }) => signal.aborted)).toEqual([...replies.map(() => true), false]);
        },
      ),
      { numRuns: 60 },
    ));

  test('keeps its answer while it loads again, and after a failure', async () => {
    const { calls, machine } = oracle();
    const actor = createActor(machine, { input: { query: { 期間: '2月29日' } } }).start();
    calls[0]!.answer();
    await waitFor(actor, state => state.matches('loaded'));
    actor.send({ type: 'reload' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    calls[1]!.fail(OFFLINE);
    await waitFor(actor, state => state.matches('failed'));
    expect(actor.getSnapshot().context).toMatchObject({
      result: { to: { 期間: '2月29日' } },
      failure: OFFLINE,
    });
  });

  test('hides the details of an exception', async () => {
    const { calls, machine } = oracle();
    const actor = createActor(machine, { input: { query: {} } }).start();
    calls[0]!.fail(new TypeError('x is not a function'));
    await waitFor(actor, state => state.matches('failed'));
    expect(actor.getSnapshot().context.failure).toEqual({ kind: 'broken', code: 'unexpected' });
  });

  test('aborts its call when it is stopped', () => {
    const { calls, machine } = oracle();
    const actor = createActor(machine, { input: { query: {} } }).start();
    actor.stop();
    expect(calls[0]!.signal.aborted).toBe(true);
  });

  test('reports a slow answer, and aborts the call when the user gives up', async () => {
    const { calls, machine } = oracle();
    const clock = new SimulatedClock();
    const actor = createActor(machine, { clock, input: { query: {} } }).start();
    clock.increment(SLOW_QUERY_MS - 1);
    expect(actor.getSnapshot().value).toEqual({ loading: 'fast' });
    clock.increment(1);
    expect(actor.getSnapshot().value).toEqual({ loading: 'slow' });
    actor.send({ type: 'cancel' });
    expect(calls[0]!.signal.aborted).toBe(true);
    expect([actor.getSnapshot().value, actor.getSnapshot().context.failure?.code]).toEqual([
      'cancelled',
      'cancelled',
    ]);
    actor.send({ type: 'reload' });
    calls[1]!.answer();
    await waitFor(actor, state => state.matches('loaded'));
    expect(actor.getSnapshot().context.failure).toBeNull();
  });

  test('fails without a port', async () => {
    const actor = createActor(queryMachine, { input: { query: {} } }).start();
    await waitFor(actor, state => state.matches('failed'));
    expect(actor.getSnapshot().context.failure?.kind).toBe('broken');
  });

  test('can be loaded again after it was given up', async () => {
    const { calls, machine } = oracle();
    const actor = createActor(machine, { input: { query: { n: 0 } } }).start();
    expect(actor.getSnapshot()).toMatchObject({
      value: { loading: 'fast' },
      context: { query: { n: 0 }, result: null, failure: null },
    });
    actor.send({ type: 'cancel' });
    expect(actor.getSnapshot()).toMatchObject({
      value: 'cancelled',
      context: { result: null, failure: { kind: 'offline', code: 'cancelled' } },
    });
    actor.send({ type: 'load', query: { n: 1 } });
    expect([actor.getSnapshot().value, calls[1]!.query]).toEqual([{ loading: 'fast' }, { n: 1 }]);
    calls[1]!.answer();
    await waitFor(actor, state => state.matches('loaded'));
    actor.send({ type: 'cancel' });
    expect(actor.getSnapshot()).toMatchObject({
      value: 'loaded',
      context: { query: { n: 1 }, result: { to: { n: 1 } }, failure: null },
    });
  });
});
