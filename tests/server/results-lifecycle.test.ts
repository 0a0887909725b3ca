import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { APPROVED, type ApprovalStatus, type LedgerLine, nextStatuses, PENDING, REJECTED, replay, transition, TRANSITIONS } from '../../server/results/lifecycle.ts';

const statuses = [PENDING, APPROVED, REJECTED] as const;

test('nothing becomes pending again, and nothing becomes what it is', () => {
  for (const from of statuses) {
    expect(transition(from, PENDING)).toBeNull();
    expect(transition(from, from)).toBeNull();
    expect(nextStatuses(from)).not.toContain(from);
  }
});

test('everything can be approved and rejected, and only a first approval needs no reason', () => {
  expect(TRANSITIONS.filter(step => step.reason === 'optional')).toEqual([{ from: PENDING, to: APPROVED, reason: 'optional' }]);
  expect(statuses.map(from => nextStatuses(from))).toEqual([[APPROVED, REJECTED], [REJECTED], [APPROVED]]);
});

/** A ledger as the lifecycle allows it, in any order. */
const ledgers = fc.tuple(fc.constantFrom(...statuses), fc.array(fc.nat(), { maxLength: 12 })).map(([first, choices]) => {
  const lines: LedgerLine[] = [{ version: 1, from: null, to: first }];
  for (const choice of choices) {
    const from = lines.at(-1)!.to;
    const next = nextStatuses(from);
    lines.push({ version: lines.length + 1, from, to: next[choice % next.length]! });
  }
  return lines;
});

test('a ledger replays to its last line, whatever order its lines are read in', () => {
  fc.assert(fc.property(ledgers, fc.func(fc.integer()), (ledger, order) => {
    const shuffled = ledger.toSorted((a, b) => order(a.version) - order(b.version));
    expect(replay(shuffled)).toBe(ledger.at(-1)!.to);
  }));
});

test('a ledger with a line missing, twice or changed does not replay', () => {
  fc.assert(fc.property(ledgers.filter(ledger => ledger.length > 2), fc.nat(), (ledger, n) => {
    const at = n % (ledger.length - 1);
    expect(replay(ledger.toSpliced(at, 1))).toBeNull();
    expect(replay(ledger.toSpliced(at, 0, ledger[at]!))).toBeNull();
    const wrong = ((ledger[at]!.to + 1) % 3) as ApprovalStatus;
    expect(replay(ledger.with(at, { ...ledger[at]!, to: wrong }))).toBeNull();
  }));
});

test('an empty ledger says nothing', () => {
  expect(replay([])).toBeNull();
});
