import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { cvApprovalMachine } from '../../machines/cv-approval.ts';
import {
  APPROVED,
  MAX_SELECTED,
  PART_SIZE,
  REJECTED,
  type Candidate,
  type Gathered,
  type Part,
  type PartAnswer,
  type Refusal,
} from '../../machines/decision.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE } from '../support/test-console.ts';

const KEY = '0b8f6c1e-2d34';
const worth = { amount: 5_480, cost: 100.5 };
const pending = (id: number, version = 1): Candidate => ({
  id,
  version,
  status: 0,
  next: [APPROVED, REJECTED],
  ...worth,
});
const approved = (id: number): Candidate => ({
  id,
  version: 2,
  status: APPROVED,
  next: [REJECTED],
  ...worth,
});
const rejected = (id: number): Candidate => ({
  id,
  version: 2,
  status: REJECTED,
  next: [APPROVED],
  ...worth,
});
const many = (count: number, from = 1): Candidate[] =>
  Array.from({ length: count }, (_, at) => pending(from + at));
const conflict = (id: number): Refusal => ({ id, code: 'conflict', status: REJECTED, version: 2 });

/** A server whose answers wait until the test releases them. */
const open = () => {
  type Call<Input, Answer> = {
    readonly input: Input;
    readonly signal: AbortSignal;
    readonly answer: (answer: Answer) => void;
    readonly refuse: (error: unknown) => void;
  };
  const submits: Call<Part, PartAnswer>[] = [];
  const gathers: Call<{ readonly query: object; readonly after: string | null }, Gathered>[] = [];
  const actor = createActor(
    cvApprovalMachine.provide({
      actors: {
        submit: fromPromise<PartAnswer, Part>(
          ({ input, signal }) =>
            new Promise((answer, refuse) => {
              submits.push({ input, signal, answer, refuse });
            }),
        ),
        gather: fromPromise<Gathered, { readonly query: object; readonly after: string | null }>(
          ({ input, signal }) =>
            new Promise((answer, refuse) => {
              gathers.push({ input, signal, answer, refuse });
            }),
        ),
      },
    }),
  );
  const outcomes: unknown[] = [];
  actor.on('settled', ({ verdict, decided, refused, isComplete }) =>
    outcomes.push([verdict, decided.length, refused.length, isComplete]),
  );
  actor.on('failed', ({ failure }) => outcomes.push(failure.code));
  const parts: {
    readonly request: string;
    readonly verdict: number;
    readonly rows: readonly Candidate[];
    readonly holdMs: number;
  }[] = [];
  actor.on('decided', ({ request, verdict, rows, holdMs }) => parts.push({ request, verdict, rows, holdMs }));
  actor.start();
  const { send } = actor;
  return {
    send,
    submits,
    gathers,
    outcomes,
    parts,
    is: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
    /** Selects rows, decides on them with this status, and confirms. */
    confirm: (
      selected: readonly Candidate[],
      verdict: typeof APPROVED | typeof REJECTED = APPROVED,
      reason = '',
    ) => {
      send({ type: 'select', selected });
      send({ type: 'decide', verdict, key: KEY });
      send({ type: 'type', reason });
      send({ type: 'confirm' });
    },
    answer: async (answer: Partial<PartAnswer> = {}) => {
      const { input, answer: give } = submits.at(-1)!;
      give({
        decided: input.results.length - (answer.refused?.length ?? 0),
        refused: [],
        holdMs: 10_000,
        ...answer,
      });
      await settled();
    },
    refuse: async () => {
      submits.at(-1)!.refuse(OFFLINE);
      await settled();
    },
  };
};

/** The context outside of an operation. */
const IDLE = {
  gathering: { query: {}, after: null, rows: [] },
  remaining: [],
  decided: [],
  refused: [],
  skipped: 0,
  reason: '',
  failure: null,
};

test('an approval starts with nothing selected and nothing pending', () => {
  expect(open().context()).toEqual({
    ...IDLE,
    selected: [],
    verdict: APPROVED,
    key: { base: '', part: 0, sent: null, revision: 0 },
  });
});

describe('a decision', () => {
  test('is sent with the versions that were read, and reports what was decided', async () => {
    const { confirm, submits, answer, is, outcomes, parts, context } = open();
    confirm([pending(7, 3), pending(9)]);
    expect([is(), submits[0]!.input]).toEqual([
      { submitting: 'continuing' },
      {
        verdict: APPROVED,
        reason: '',
        key: `${KEY}-0-0`,
        results: [
          { id: 7, version: 3 },
          { id: 9, version: 1 },
        ],
      },
    ]);
    await answer();
    expect([is(), outcomes, context().selected]).toEqual(['choosing', [[APPROVED, 2, 0, true]], []]);
    expect(parts.map(({ rows }) => rows.map(({ id }) => id))).toEqual([[7, 9]]);
  });

  test('requires a reason for a rejection, and none for the approval of pending results', () => {
    for (const reason of ['', ' 　\n']) {
      const { confirm, is } = open();
      confirm([pending(1)], REJECTED, reason);
      expect(is()).toBe('confirming');
    }
    const { confirm, submits } = open();
    confirm([pending(1)], REJECTED, '  重複 é\n');
    expect(submits[0]!.input.reason).toBe('重複 é');
  });

  test('requires a reason to change an earlier decision', () => {
    const { confirm, is } = open();
    confirm([pending(1), rejected(2)], APPROVED);
    expect(is()).toBe('confirming');
  });

  test('includes only results that the server allows to change to the new status', () => {
    const { confirm, submits, context } = open();
    confirm([pending(1), approved(2), pending(3)]);
    expect([submits[0]!.input.results.map(({ id }) => id), context().skipped]).toEqual([[1, 3], 1]);
    const other = open();
    other.confirm([approved(1), { ...pending(2), next: [] }]);
    expect([other.is(), other.submits.length]).toEqual(['choosing', 0]);
    other.confirm([]);
    expect(other.is()).toBe('choosing');
  });

  test('on one row leaves the selected rows alone', async () => {
    const { send, submits, answer, context } = open();
    send({ type: 'select', selected: [pending(1), pending(2)] });
    send({ type: 'decide', verdict: APPROVED, key: KEY, only: [pending(9)] });
    send({ type: 'confirm' });
    await answer();
    expect([submits[0]!.input.results, context().selected.map(({ id }) => id)]).toEqual([
      [{ id: 9, version: 1 }],
      [1, 2],
    ]);
  });

  test('that the user cancels sends nothing and keeps the selected rows', () => {
    const { send, is, submits, outcomes, context } = open();
    send({ type: 'select', selected: [pending(1)] });
    send({ type: 'decide', verdict: REJECTED, key: KEY });
    send({ type: 'type', reason: '理由' });
    send({ type: 'back' });
    expect([is(), submits.length, outcomes, context().selected.length, context().reason]).toEqual([
      'choosing',
      0,
      [],
      1,
      '',
    ]);
  });
});

describe('another query during an approval', () => {
  test('clears the selection and stops gathering, whose late page selects nothing', async () => {
    const { send, gathers, is, context } = open();
    send({ type: 'select', selected: many(2) });
    send({ type: 'query.changed' });
    expect([is(), context().selected]).toEqual(['choosing', []]);
    send({ type: 'select', selected: many(2) });
    send({ type: 'gather', query: { where: '日本語' } });
    send({ type: 'query.changed' });
    expect([is(), gathers[0]!.signal.aborted]).toEqual(['choosing', true]);
    gathers[0]!.answer({ rows: many(3), next: null });
    await settled();
    expect([is(), context()]).toMatchObject(['choosing', { ...IDLE, selected: [] }]);
  });

  test('does not change a pending decision, but none of its rows is selected afterwards', async () => {
    const { send, confirm, answer, submits, is, context } = open();
    send({ type: 'select', selected: many(2) });
    send({ type: 'decide', verdict: APPROVED, key: KEY });
    send({ type: 'query.changed' });
    expect([is(), context().remaining.length]).toEqual(['confirming', 2]);
    send({ type: 'back' });
    expect([is(), context().selected]).toEqual(['choosing', []]);
    confirm(many(PART_SIZE + 1));
    send({ type: 'query.changed' });
    expect(is()).toEqual({ submitting: 'stopping' });
    await answer();
    send({ type: 'acknowledge' });
    expect([is(), submits.length, context().selected]).toEqual(['choosing', 1, []]);
  });
});

describe('a refused result', () => {
  test('is reported with its present status, together with the decided ones', async () => {
    const { send, confirm, answer, is, context, outcomes } = open();
    confirm(many(3));
    await answer({ refused: [conflict(2)] });
    expect([is(), context().decided.map(({ id }) => id), context().refused, outcomes]).toEqual([
      'partial',
      [1, 3],
      [conflict(2)],
      [[APPROVED, 2, 1, false]],
    ]);
    send({ type: 'acknowledge' });
    expect([is(), context()]).toMatchObject(['choosing', { ...IDLE, selected: [] }]);
  });

  test('does not stop the following parts', async () => {
    const { confirm, answer, submits, is, context } = open();
    confirm(many(PART_SIZE + 1));
    await answer({ refused: [conflict(1)] });
    expect([is(), submits.length]).toEqual([{ submitting: 'continuing' }, 2]);
    await answer();
    expect([is(), context().decided.length, context().refused.length]).toEqual(['partial', PART_SIZE, 1]);
  });
});

describe('a large decision', () => {
  test('is sent in parts, each row once and each part under its own key', async () => {
    const { confirm, answer, submits, is, outcomes } = open();
    confirm(many(MAX_SELECTED));
    for (let part = 0; part < MAX_SELECTED / PART_SIZE; part++) await answer();
    expect(submits.flatMap(({ input }) => input.results.map(({ id }) => id))).toEqual(
      many(MAX_SELECTED).map(({ id }) => id),
    );
    expect(submits.map(({ input }) => input.key)).toEqual(
      Array.from({ length: MAX_SELECTED / PART_SIZE }, (_, part) => `${KEY}-0-${part}`),
    );
    expect([is(), outcomes]).toEqual(['choosing', [[APPROVED, MAX_SELECTED, 0, true]]]);
    // With the largest ids and versions and the longest reason, a part is far below the request limit of the
    // gateway (256 KiB, mesh/limits.ts).
    const largest = {
      verdict: REJECTED,
      reason: '理'.repeat(500),
      key: `${'k'.repeat(36)}-99-19`,
      results: many(PART_SIZE).map(() => ({ id: Number.MAX_SAFE_INTEGER, version: 2_147_483_647 })),
    };
    expect(Buffer.byteLength(JSON.stringify(largest))).toBeLessThan(64 * 1024);
  });

  test('that is cancelled completes the pending part, sends no other, and reports decided and remaining results', async () => {
    const { send, confirm, answer, submits, is, context, outcomes, parts } = open();
    confirm(many(PART_SIZE * 3));
    await answer();
    send({ type: 'cancel' });
    expect([is(), submits[1]!.signal.aborted]).toEqual([{ submitting: 'stopping' }, false]);
    await answer();
    expect([is(), submits.length, context().decided.length, context().remaining.length, outcomes]).toEqual([
      'partial',
      2,
      PART_SIZE * 2,
      PART_SIZE,
      [[APPROVED, PART_SIZE * 2, 0, false]],
    ]);
    expect(parts.map(({ rows }) => rows.length)).toEqual([PART_SIZE, PART_SIZE]);
    send({ type: 'acknowledge' });
    expect(context().selected.map(({ id }) => id)).toEqual(
      many(PART_SIZE, PART_SIZE * 2 + 1).map(({ id }) => id),
    );
  });

  test('that is cancelled is incomplete, also if as many results were refused as were not sent', async () => {
    const approval = open();
    approval.confirm(many(PART_SIZE + 1));
    approval.send({ type: 'cancel' });
    await approval.answer({ refused: [conflict(1)] });
    expect(approval.outcomes).toEqual([[APPROVED, PART_SIZE - 1, 1, false]]);
  });

  test('that is cancelled during its last part is complete', async () => {
    const { send, confirm, answer, is, outcomes } = open();
    confirm([pending(1)]);
    send({ type: 'cancel' });
    await answer();
    expect([is(), outcomes]).toEqual(['choosing', [[APPROVED, 1, 0, true]]]);
  });
});

describe('a failed part', () => {
  test('keeps the typed reason, and is sent again under the same key', async () => {
    const { send, confirm, answer, refuse, submits, is, context } = open();
    confirm(many(PART_SIZE + 1), REJECTED, '不正なクリック');
    await answer();
    await refuse();
    expect([is(), context().reason, context().failure, context().remaining.length]).toEqual([
      'confirming',
      '不正なクリック',
      OFFLINE,
      1,
    ]);
    send({ type: 'confirm' });
    expect([context().failure, submits[2]!.input]).toEqual([null, submits[1]!.input]);
  });

  test('is sent under another key after a change of the reason', async () => {
    const { send, confirm, refuse, submits } = open();
    confirm([pending(1)], REJECTED, 'a');
    await refuse();
    send({ type: 'type', reason: 'b' });
    send({ type: 'confirm' });
    expect(submits.map(({ input }) => input.key)).toEqual([`${KEY}-0-0`, `${KEY}-1-0`]);
  });

  test('reports that rows may have changed when the user gives up, and what was decided before', async () => {
    const { send, confirm, refuse, answer, is, outcomes, context } = open();
    confirm([pending(1)]);
    await refuse();
    send({ type: 'back' });
    expect([is(), outcomes, context()]).toMatchObject(['choosing', [[APPROVED, 0, 0, false]], IDLE]);
    confirm(many(PART_SIZE + 1));
    await answer();
    await refuse();
    send({ type: 'back' });
    expect([is(), context().decided.length, context().remaining.length, outcomes.at(-1)]).toEqual([
      'partial',
      PART_SIZE,
      1,
      [APPROVED, PART_SIZE, 0, false],
    ]);
  });

  test('reports the refused results when the user gives up, also if nothing was decided', async () => {
    const approval = open();
    approval.confirm(many(PART_SIZE + 1));
    await approval.answer({ refused: many(PART_SIZE).map(({ id }) => conflict(id)) });
    await approval.refuse();
    approval.send({ type: 'back' });
    expect([approval.is(), approval.outcomes]).toEqual(['partial', [[APPROVED, 0, PART_SIZE, false]]]);
  });
});

describe('decided results', () => {
  test('are reported part by part with their new status and the remaining hold', async () => {
    const { confirm, answer, parts } = open();
    confirm([...many(PART_SIZE), rejected(PART_SIZE + 1)], APPROVED, '再確認');
    await answer({ refused: [conflict(2)], holdMs: 9_000 });
    await answer({ holdMs: 8_000 });
    expect(parts.map(({ request, verdict, holdMs }) => [request, verdict, holdMs])).toEqual([
      [KEY, APPROVED, 9_000],
      [KEY, APPROVED, 8_000],
    ]);
    expect([parts[0]!.rows.length, parts[0]!.rows.some(({ id }) => id === 2)]).toEqual([
      PART_SIZE - 1,
      false,
    ]);
    expect(parts[1]!.rows).toEqual([
      { id: PART_SIZE + 1, version: 3, status: APPROVED, next: [REJECTED], ...worth },
    ]);
  });

  test('can be approved after a rejection', async () => {
    const { confirm, answer, parts } = open();
    confirm([pending(1)], REJECTED, '重複');
    await answer();
    expect(parts.flatMap(({ rows }) => rows)).toEqual([
      { id: 1, version: 2, status: REJECTED, next: [APPROVED], ...worth },
    ]);
  });
});

describe('gathering all results of a filter', () => {
  test('selects the rows page after page', async () => {
    const { send, gathers, context, is } = open();
    send({ type: 'gather', query: { where: 'asp_id=2' } });
    gathers[0]!.answer({ rows: many(3), next: 'p2' });
    await settled();
    expect([is(), gathers[1]!.input]).toEqual(['gathering', { query: { where: 'asp_id=2' }, after: 'p2' }]);
    gathers[1]!.answer({ rows: many(2, 4), next: null });
    await settled();
    expect([is(), context().selected.map(({ id }) => id)]).toEqual(['choosing', [1, 2, 3, 4, 5]]);
  });

  test.each([1, 500])('stops at the largest number of decidable results, with %d more rows', async count => {
    const { send, gathers, context, is } = open();
    send({ type: 'gather', query: {} });
    gathers[0]!.answer({ rows: many(MAX_SELECTED - 1), next: 'p2' });
    await settled();
    gathers[1]!.answer({ rows: many(count, MAX_SELECTED), next: 'p3' });
    await settled();
    expect([is(), context().selected.length, gathers.length]).toEqual(['choosing', MAX_SELECTED, 2]);
  });

  test('keeps the earlier selection if it is cancelled or fails', async () => {
    const { send, gathers, context, is, outcomes } = open();
    send({ type: 'select', selected: [pending(1)] });
    send({ type: 'gather', query: { where: 'asp_id=2' } });
    send({ type: 'cancel' });
    expect([is(), gathers[0]!.signal.aborted, context().selected.length, context().gathering]).toEqual([
      'choosing',
      true,
      1,
      IDLE.gathering,
    ]);
    send({ type: 'gather', query: { where: 'asp_id=2' } });
    gathers[1]!.refuse(OFFLINE);
    await settled();
    expect([is(), context().selected.length, context().gathering, outcomes]).toEqual([
      'choosing',
      1,
      IDLE.gathering,
      ['offline'],
    ]);
  });
});

test('for any answers, failures and stops, no row is sent under two keys unless its reason changed, and every row is accounted for', () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: PART_SIZE * 4 }),
      fc.array(fc.constantFrom('answer', 'some', 'fail', 'cancel', 'back'), { maxLength: 12 }),
      async (count, steps) => {
        const { send, confirm, answer, refuse, submits, is, context } = open();
        confirm(many(count), REJECTED, 'r');
        for (const step of steps) {
          const sending = typeof is() === 'object';
          if (step === 'cancel') send({ type: 'cancel' });
          else if (step === 'back' && is() === 'confirming') send({ type: 'back' });
          else if (sending && step === 'answer') await answer();
          else if (sending && step === 'some')
            await answer({ refused: [conflict(submits.at(-1)!.input.results[0]!.id)] });
          else if (sending && step === 'fail') {
            await refuse();
            send({ type: 'confirm' });
          }
          const { remaining, decided, refused } = context();
          if (is() !== 'choosing') expect(remaining.length + decided.length + refused.length).toBe(count);
        }
        const keys = new Map<number, string>();
        for (const { input } of submits)
          for (const { id } of input.results) {
            expect(keys.get(id) ?? input.key).toBe(input.key);
            keys.set(id, input.key);
          }
      },
    ),
    { numRuns: 60 },
  ));
