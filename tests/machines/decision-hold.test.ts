import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { APPROVED, REJECTED, type Candidate } from '../../machines/cv-approval.ts';
import { decisionHoldMachine, SHOWN_AFTER_HOLD_MS, TAKE_BACK_PART_SIZE, type TakeBackAnswer, type TakeBackPart } from '../../machines/decision-hold.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE } from '../support/test-console.ts';

const rows = (count: number, from = 1): Candidate[] =>
  Array.from({ length: count }, (_, at) => ({ id: from + at, version: 2, status: APPROVED, next: [REJECTED], amount: 5_480, cost: 100.5 }));
const notified = (id: number) => ({ id, code: 'notified', status: APPROVED, version: 2 });

/** A server whose answers wait until they are let go, and a clock that stands until it is moved. */
const open = () => {
  const calls: { readonly input: TakeBackPart; readonly answer: (answer: TakeBackAnswer) => void; readonly refuse: (error: unknown) => void }[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(decisionHoldMachine.provide({
    actors: { takeBack: fromPromise<TakeBackAnswer, TakeBackPart>(({ input }) => new Promise((answer, refuse) => { calls.push({ input, answer, refuse }); })) },
  }), { clock });
  const told: unknown[] = [];
  actor.on('takenBack', ({ count, refused }) => told.push([count, refused.map(({ code }) => code)]));
  actor.start();
  const { send } = actor;
  return {
    send, calls, told, clock, is: () => actor.getSnapshot().value, context: () => actor.getSnapshot().context, busy: () => actor.getSnapshot().hasTag('busy'),
    decided: (holdMs: number, of = rows(1), request = 'first') => send({ type: 'decided', decided: { request, to: APPROVED, rows: of, holdMs } }),
    answer: async (refused: TakeBackAnswer['refused'] = []) => {
      const { input, answer } = calls.at(-1)!;
      answer({ takenBack: input.results.length - refused.length, refused });
      await settled();
    },
    refuse: async () => {
      calls.at(-1)!.refuse(OFFLINE);
      await settled();
    },
  };
};

describe('a decision that is held', () => {
  test('is held to the millisecond that the server said, and over then', () => {
    const { decided, clock, is } = open();
    decided(2_300);
    clock.increment(2_299);
    expect(is()).toBe('held');
    clock.increment(1);
    expect(is()).toEqual({ over: 'ticking' });
  });

  test('is taken back at its version, nothing more is shown, and it is told', async () => {
    const { decided, send, answer, calls, is, told, context, busy } = open();
    decided(10_000, rows(2, 7));
    send({ type: 'takeBack' });
    expect([is(), busy(), calls[0]!.input]).toEqual(['takingBack', true, { key: 'first-back-0', results: [{ id: 7, version: 2 }, { id: 8, version: 2 }] }]);
    await answer();
    expect([is(), told, context().rows]).toEqual(['empty', [[2, []]], []]);
  });

  test('gives way to the next decision, whose hold begins anew', () => {
    const { decided, clock, is, context } = open();
    decided(2_000);
    clock.increment(1_500);
    decided(3_000, rows(1, 9), 'second');
    clock.increment(2_999);
    expect([is(), context().rows.map(({ id }) => id)]).toEqual(['held', [9]]);
    clock.increment(1);
    expect(is()).toEqual({ over: 'ticking' });
  });

  test('that was sent in parts is held as long as the first of them, and is about all', () => {
    const { decided, clock, is, context } = open();
    decided(2_000, rows(500));
    clock.increment(1_500);
    decided(2_000, rows(1, 501));
    expect(context().rows).toHaveLength(501);
    clock.increment(500);
    expect(is()).toEqual({ over: 'ticking' });
    decided(2_000, rows(1, 502));
    expect([is(), context().rows.length]).toEqual([{ over: 'ticking' }, 502]);
  });

  test('is taken back in as many calls as it needs, each under a key of its own', async () => {
    const { decided, send, answer, calls, is, told } = open();
    decided(10_000, rows(TAKE_BACK_PART_SIZE * 2 + 1));
    send({ type: 'takeBack' });
    await answer();
    await answer([notified(501)]);
    await answer();
    expect(calls.map(({ input }) => [input.key, input.results.length])).toEqual([['first-back-0', 500], ['first-back-1', 500], ['first-back-2', 1]]);
    expect([is(), told]).toEqual(['refused', [[1_000, ['notified']]]]);
  });
});

describe('after the hold', () => {
  test('nothing is taken back, and the rows are shown until one had the time to do otherwise', () => {
    const { decided, send, clock, is, calls } = open();
    decided(0);
    send({ type: 'takeBack' });
    expect([is(), calls.length]).toEqual([{ over: 'ticking' }, 0]);
    clock.increment(SHOWN_AFTER_HOLD_MS - 1);
    send({ type: 'enter' });
    clock.increment(SHOWN_AFTER_HOLD_MS * 10);
    expect(is()).toEqual({ over: 'lingering' });
    send({ type: 'leave' });
    clock.increment(SHOWN_AFTER_HOLD_MS - 1);
    expect(is()).toEqual({ over: 'ticking' });
    clock.increment(1);
    expect(is()).toBe('empty');
  });

  test('of a sender that was first one is told which were notified', async () => {
    const { decided, send, answer, is, context, told } = open();
    decided(1_000, rows(2));
    send({ type: 'takeBack' });
    await answer([notified(2)]);
    expect([is(), context().refused, context().takenBack, told]).toEqual(['refused', [notified(2)], 1, [[1, ['notified']]]]);
    send({ type: 'acknowledge' });
    expect([is(), context().refused]).toEqual(['empty', []]);
  });
});

describe('a failure', () => {
  test('leaves open what happened, and the same is sent again under the same key, also when the hold is over', async () => {
    const { decided, send, refuse, answer, clock, is, context, calls } = open();
    decided(1_000);
    send({ type: 'takeBack' });
    await refuse();
    expect([is(), context().failure]).toEqual(['unsure', OFFLINE]);
    clock.increment(60_000);
    expect(is()).toBe('unsure');
    send({ type: 'takeBack' });
    expect([calls[1]!.input, context().failure]).toEqual([calls[0]!.input, null]);
    await answer();
    expect(is()).toBe('empty');
  });

  test('that one gives up after, or decides on after, tells that results may have become others', async () => {
    for (const next of [{ type: 'dismiss' }, { type: 'decided', decided: { request: 'second', to: APPROVED, rows: rows(1), holdMs: 5_000 } }] as const) {
      const { decided, send, refuse, told, is } = open();
      decided(1_000);
      send({ type: 'takeBack' });
      await refuse();
      send(next);
      expect([is(), told]).toEqual([next.type === 'dismiss' ? 'empty' : 'held', [[0, []]]]);
    }
  });
});
