import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { APPROVED, REJECTED, type Candidate } from '../../machines/decision.ts';
import {
  decisionHoldMachine,
  SHOWN_AFTER_HOLD_MS,
  TAKE_BACK_PART_SIZE,
  type TakeBackAnswer,
  type TakeBackPart,
} from '../../machines/decision-hold.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE } from '../support/test-console.ts';

const rows = (count: number, from = 1): Candidate[] =>
  Array.from({ length: count }, (_, at) => ({
    id: from + at,
    version: 2,
    status: APPROVED,
    next: [REJECTED],
    amount: 5_480,
    cost: 100.5,
  }));
const notified = (id: number) => ({ id, code: 'notified', status: APPROVED, version: 2 });

/** A server whose answers wait until the test releases them, and a clock that the test advances. */
const open = () => {
  const calls: {
    readonly input: TakeBackPart;
    readonly answer: (answer: TakeBackAnswer) => void;
    readonly refuse: (error: unknown) => void;
  }[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    decisionHoldMachine.provide({
      actors: {
        takeBack: fromPromise<TakeBackAnswer, TakeBackPart>(
          ({ input }) =>
            new Promise((answer, refuse) => {
              calls.push({ input, answer, refuse });
            }),
        ),
      },
    }),
    { clock },
  );
  const takeBacks: unknown[] = [];
  actor.on('takenBack', ({ count, refused }) => takeBacks.push([count, refused.map(({ code }) => code)]));
  actor.start();
  const { send } = actor;
  return {
    send,
    calls,
    takeBacks,
    clock,
    is: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    busy: () => actor.getSnapshot().hasTag('busy'),
    decided: (holdMs: number, of = rows(1), request = 'first') =>
      send({ type: 'decided', decided: { request, verdict: APPROVED, rows: of, holdMs } }),
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

const EMPTY = { request: '', rows: [], unsent: [], takenBack: 0, refused: [], part: 0, failure: null };

describe('a held decision', () => {
  test('is absent before the first decision and after a dismissal', () => {
    const { decided, send, is, context, busy } = open();
    expect([is(), context(), busy()]).toEqual(['empty', { ...EMPTY, verdict: 1, holdMs: 0 }, false]);
    for (const holdMs of [1, 0]) {
      decided(holdMs, rows(2));
      expect([is(), context()]).toEqual([
        holdMs === 1 ? 'onHold' : { expired: 'ticking' },
        { ...EMPTY, request: 'first', verdict: APPROVED, rows: rows(2), holdMs },
      ]);
      send({ type: 'dismiss' });
      expect([is(), context()]).toEqual(['empty', { ...EMPTY, verdict: APPROVED, holdMs }]);
    }
  });

  test('is held for exactly the milliseconds that the server states', () => {
    const { decided, clock, is } = open();
    decided(2_300);
    clock.increment(2_299);
    expect(is()).toBe('onHold');
    clock.increment(1);
    expect(is()).toEqual({ expired: 'ticking' });
  });

  test('is taken back at its version, reported, and no longer shown', async () => {
    const { decided, send, answer, calls, is, takeBacks, context, busy } = open();
    decided(10_000, rows(2, 7));
    send({ type: 'takeBack' });
    expect([is(), busy(), calls[0]!.input]).toEqual([
      'takingBack',
      true,
      {
        key: 'first-back-0',
        results: [
          { id: 7, version: 2 },
          { id: 8, version: 2 },
        ],
      },
    ]);
    await answer();
    expect([is(), takeBacks, context().rows]).toEqual(['empty', [[2, []]], []]);
  });

  test('is replaced by the next decision with a hold of its own', () => {
    const { decided, clock, is, context } = open();
    decided(2_000);
    clock.increment(1_500);
    decided(3_000, rows(1, 9), 'second');
    clock.increment(2_999);
    expect([is(), context().rows.map(({ id }) => id)]).toEqual(['onHold', [9]]);
    clock.increment(1);
    expect(is()).toEqual({ expired: 'ticking' });
  });

  test.each([
    [1_000, 0, 'expired'],
    [0, 1_000, 'onHold'],
    [0, 0, 'expired'],
  ] as const)('of %d ms is replaced by the next of %d ms', (first, second, state) => {
    const { decided, clock, is, context } = open();
    decided(first, rows(2));
    clock.increment((first || SHOWN_AFTER_HOLD_MS) - 1);
    decided(second, rows(1, 9), 'second');
    expect([is(), context().request, context().rows]).toEqual([
      state === 'expired' ? { expired: 'ticking' } : state,
      'second',
      rows(1, 9),
    ]);
    if (state === 'onHold') clock.increment(second);
    clock.increment(SHOWN_AFTER_HOLD_MS - 1);
    expect(is(), 'shown as long as any other').toEqual({ expired: 'ticking' });
    clock.increment(1);
    expect([is(), context().rows]).toEqual(['empty', []]);
  });

  test('sent in parts is held as long as its first part, and contains all parts', () => {
    const { decided, clock, is, context } = open();
    decided(2_000, rows(500));
    clock.increment(1_500);
    decided(2_000, rows(1, 501));
    expect(context().rows).toHaveLength(501);
    clock.increment(500);
    expect(is()).toEqual({ expired: 'ticking' });
    decided(2_000, rows(1, 502));
    expect([is(), context().rows.length]).toEqual([{ expired: 'ticking' }, 502]);
  });

  test('is taken back in as many calls as needed, each under its own key', async () => {
    const { decided, send, answer, calls, is, takeBacks } = open();
    decided(10_000, rows(TAKE_BACK_PART_SIZE * 2 + 1));
    send({ type: 'takeBack' });
    await answer();
    await answer([notified(501)]);
    await answer();
    expect(calls.map(({ input }) => [input.key, input.results.length])).toEqual([
      ['first-back-0', 500],
      ['first-back-1', 500],
      ['first-back-2', 1],
    ]);
    expect([is(), takeBacks]).toEqual(['refused', [[1_000, ['notified']]]]);
  });
});

test('a full part is taken back by one call, and the parts of the next decision are counted from zero', async () => {
  const { decided, send, answer, calls, is, context } = open();
  for (const request of ['first', 'second']) {
    decided(10_000, rows(TAKE_BACK_PART_SIZE), request);
    send({ type: 'takeBack' });
    expect(context().unsent).toHaveLength(TAKE_BACK_PART_SIZE);
    await answer();
    expect([is(), context()]).toEqual(['empty', { ...EMPTY, verdict: APPROVED, holdMs: 10_000 }]);
  }
  expect(calls.map(({ input }) => input.key)).toEqual(['first-back-0', 'second-back-0']);
});

test('results refused in an early part of a take-back are reported after the last part, with the counts', async () => {
  const { decided, send, answer, is, context, takeBacks } = open();
  decided(10_000, rows(TAKE_BACK_PART_SIZE + 2));
  send({ type: 'takeBack' });
  await answer([notified(1)]);
  expect([is(), context().unsent.map(({ id }) => id), context().part, takeBacks]).toEqual([
    'takingBack',
    [501, 502],
    1,
    [],
  ]);
  await answer([notified(501)]);
  expect([is(), context().unsent, context().part, context().takenBack, takeBacks]).toEqual([
    'refused',
    [],
    2,
    500,
    [[500, ['notified', 'notified']]],
  ]);
  send({ type: 'acknowledge' });
  expect([is(), context()]).toEqual(['empty', { ...EMPTY, verdict: APPROVED, holdMs: 10_000 }]);
});

describe('a decision after its hold', () => {
  test('cannot be taken back, and is shown until the user had time to act otherwise', () => {
    const { decided, send, clock, is, calls } = open();
    decided(0);
    send({ type: 'takeBack' });
    expect([is(), calls.length]).toEqual([{ expired: 'ticking' }, 0]);
    clock.increment(SHOWN_AFTER_HOLD_MS - 1);
    send({ type: 'enter' });
    clock.increment(SHOWN_AFTER_HOLD_MS * 10);
    expect(is()).toEqual({ expired: 'paused' });
    send({ type: 'leave' });
    clock.increment(SHOWN_AFTER_HOLD_MS - 1);
    expect(is()).toEqual({ expired: 'ticking' });
    clock.increment(1);
    expect(is()).toBe('empty');
  });

  test('names the results that were already notified', async () => {
    const { decided, send, answer, is, context, takeBacks } = open();
    decided(1_000, rows(2));
    send({ type: 'takeBack' });
    await answer([notified(2)]);
    expect([is(), context().refused, context().takenBack, takeBacks]).toEqual([
      'refused',
      [notified(2)],
      1,
      [[1, ['notified']]],
    ]);
    send({ type: 'acknowledge' });
    expect([is(), context().refused]).toEqual(['empty', []]);
  });
});

describe('a failed take-back', () => {
  test('leaves the outcome open, and is sent again under the same key, also after the hold', async () => {
    const { decided, send, refuse, answer, clock, is, context, calls } = open();
    decided(1_000);
    send({ type: 'takeBack' });
    await refuse();
    expect([is(), context().failure]).toEqual(['unconfirmed', OFFLINE]);
    clock.increment(60_000);
    expect(is()).toBe('unconfirmed');
    send({ type: 'takeBack' });
    expect([calls[1]!.input, context().failure]).toEqual([calls[0]!.input, null]);
    await answer();
    expect(is()).toBe('empty');
  });

  test('reports that results may have changed when the user dismisses it or decides again', async () => {
    const second = (holdMs: number) =>
      ({
        type: 'decided',
        decided: { request: 'second', verdict: APPROVED, rows: rows(1, 9), holdMs },
      }) as const;
    for (const [next, state] of [
      [{ type: 'dismiss' }, 'empty'],
      [second(5_000), 'onHold'],
      [second(0), { expired: 'ticking' }],
    ] as const) {
      const { decided, send, refuse, takeBacks, is, context } = open();
      decided(1_000);
      send({ type: 'takeBack' });
      await refuse();
      send(next);
      expect([is(), takeBacks, context().failure, context().rows]).toEqual([
        state,
        [[0, []]],
        null,
        next.type === 'dismiss' ? [] : rows(1, 9),
      ]);
    }
  });
});
