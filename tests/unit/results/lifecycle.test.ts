import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  APPROVED,
  type ApprovalStatus,
  type LedgerLine,
  nextStatuses,
  PENDING,
  REJECTED,
  replay,
  transition,
  TRANSITIONS,
} from '../../../server/results/lifecycle.ts';

const statuses = [PENDING, APPROVED, REJECTED] as const;

test('no status changes to pending or to itself', () => {
  for (const from of statuses) {
    expect(transition(from, PENDING)).toBeNull();
    expect(transition(from, from)).toBeNull();
    expect(nextStatuses(from)).not.toContain(from);
  }
});

test('every status can change to approved and rejected, and only a first approval needs no reason', () => {
  expect(TRANSITIONS.map(({ from, to, reason }) => [from, to, reason])).toEqual([
    [PENDING, APPROVED, 'optional'],
    [PENDING, REJECTED, 'required'],
    [APPROVED, REJECTED, 'required'],
    [REJECTED, APPROVED, 'required'],
  ]);
  expect(statuses.map(from => nextStatuses(from))).toEqual([[APPROVED, REJECTED], [REJECTED], [APPROVED]]);
});

/** Valid ledgers. */
const ledgers = fc
  .tuple(fc.constantFrom(...statuses), fc.array(fc.nat(), { maxLength: 12 }))
  .map(([first, choices]) => {
    const lines: LedgerLine[] = [{ version: 1, from: null, to: first, takesBack: null }];
    for (const choice of choices) {
      const { version, from: before, to: from, takesBack } = lines.at(-1)!;
      const next = nextStatuses(from);
      // A decision, or the take-back of the last one.
      lines.push(
        choice % 3 === 0 && before !== null && takesBack === null
          ? { version: version + 1, from, to: before, takesBack: version }
          : { version: version + 1, from, to: next[choice % next.length]!, takesBack: null },
      );
    }
    return lines;
  });

test('a ledger replays to its last line for any order of its lines', () => {
  fc.assert(
    fc.property(ledgers, fc.func(fc.integer()), (ledger, order) => {
      const shuffled = ledger.toSorted((a, b) => order(a.version) - order(b.version));
      expect(replay(shuffled)).toBe(ledger.at(-1)!.to);
    }),
  );
});

test('a ledger with a missing, repeated or changed line does not replay', () => {
  fc.assert(
    fc.property(
      ledgers.filter(ledger => ledger.length > 2),
      fc.nat(),
      (ledger, n) => {
        const at = n % (ledger.length - 1);
        expect(replay(ledger.toSpliced(at, 1))).toBeNull();
        expect(replay(ledger.toSpliced(at, 0, ledger[at]!))).toBeNull();
        const wrong = ((ledger[at]!.to + 1) % 3) as ApprovalStatus;
        expect(replay(ledger.with(at, { ...ledger[at]!, to: wrong }))).toBeNull();
      },
    ),
  );
});

test('a take-back refers to the last decision, occurs once, and restores the earlier status', () => {
  const made: LedgerLine = { version: 1, from: null, to: PENDING, takesBack: null };
  const decided: LedgerLine = { version: 2, from: PENDING, to: APPROVED, takesBack: null };
  const back: LedgerLine = { version: 3, from: APPROVED, to: PENDING, takesBack: 2 };
  expect(replay([made, decided, back])).toBe(PENDING);
  for (const wrong of [
    { ...back, takesBack: null } as const,
    { ...back, takesBack: 1 },
    { ...back, to: REJECTED } as const,
    { ...back, takesBack: 3 },
  ])
    expect(replay([made, decided, wrong])).toBeNull();
  expect(replay([made, decided, back, { version: 4, from: PENDING, to: APPROVED, takesBack: 3 }])).toBeNull();
  expect(replay([{ ...made }, { version: 2, from: PENDING, to: PENDING, takesBack: 1 }])).toBeNull();
});

test('a ledger with a gap does not replay, even between lines of the same status', () => {
  const made: LedgerLine = { version: 1, from: null, to: PENDING, takesBack: null };
  expect(replay([made, { version: 3, from: PENDING, to: APPROVED, takesBack: null }])).toBeNull();
  expect(replay([{ ...made, version: 0 }])).toBeNull();
  expect(replay([{ ...made, takesBack: 0 }])).toBeNull();
});

test('an empty ledger has no status', () => {
  expect(replay([])).toBeNull();
});
