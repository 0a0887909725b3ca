import { describe, expect, it, test } from 'vitest';
import {
  decideFreshness,
  dependsOnDerivation,
  FRESHNESS,
  type FreshnessDecision,
  type RollupState,
} from '../../../server/rollups/freshness.ts';

const { targetMs, maxLagMs, derivationWaitMs, derivationPollMs, publicationWaitMs, publicationPollMs } =
  FRESHNESS;

const lagging = (lagMs: number, isComplete = true): RollupState => ({ kind: 'behind', lagMs, isComplete });
const publishing = (ageMs: number, isRebuild = false): RollupState => ({
  kind: 'publishing',
  ageMs,
  isRebuild,
});

/** Of a process that derives, and of one that does not. */
const ANY = [true, false];
const DERIVED = [true];
const IDLE = [false];
const SHORT = [0, derivationWaitMs - 1];
const LONG = [derivationWaitMs, publicationWaitMs, 3_600_000];
const ALL = [...SHORT, ...LONG];
const AWAIT_DERIVATION: FreshnessDecision = { action: 'wait', pollMs: derivationPollMs };
const AWAIT_PUBLICATION: FreshnessDecision = { action: 'wait', pollMs: publicationPollMs };
const fromRollups = (reason: 'current' | 'fresh' | 'lagging'): FreshnessDecision => ({
  action: 'rollups',
  reason,
});
const fromEvents = (
  reason: 'missing' | 'publishing' | 'passed' | 'not_derived' | 'too_old',
): FreshnessDecision => ({ action: 'events', reason });

const TABLE: readonly (readonly [
  name: string,
  states: readonly RollupState[],
  derived: readonly boolean[],
  waitedMs: readonly number[],
  decision: FreshnessDecision,
])[] = [
  ['nothing derived', [{ kind: 'missing' }], ANY, ALL, fromEvents('missing')],
  ['all events derived', [{ kind: 'current' }], ANY, ALL, fromRollups('current')],
  ['a passed event', [{ kind: 'passed' }], ANY, ALL, fromEvents('passed')],
  ['young events missing', [lagging(0), lagging(targetMs - 1)], ANY, ALL, fromRollups('fresh')],
  [
    'older ones, nobody derives',
    [lagging(targetMs), lagging(maxLagMs)],
    IDLE,
    ALL,
    fromEvents('not_derived'),
  ],
  ['older ones, being derived', [lagging(targetMs), lagging(maxLagMs)], DERIVED, SHORT, AWAIT_DERIVATION],
  ['after the wait', [lagging(targetMs), lagging(maxLagMs - 1)], DERIVED, LONG, fromRollups('lagging')],
  ['after the wait, too old', [lagging(maxLagMs)], DERIVED, LONG, fromEvents('too_old')],
  ['a gap, nobody derives', [lagging(0, false)], IDLE, ALL, fromEvents('not_derived')],
  ['a gap, being derived', [lagging(0, false)], DERIVED, SHORT, AWAIT_DERIVATION],
  ['a gap after the wait', [lagging(0, false)], DERIVED, LONG, fromEvents('too_old')],
  ['a clock set back, nobody derives', [lagging(-1)], IDLE, ALL, fromEvents('not_derived')],
  ['a clock set back, after the wait', [lagging(-1)], DERIVED, LONG, fromRollups('lagging')],
  [
    'rows moving',
    [publishing(0), publishing(publicationWaitMs - 1)],
    DERIVED,
    [0, publicationWaitMs - 1],
    AWAIT_PUBLICATION,
  ],
  ['rows moving for long', [publishing(0)], DERIVED, [publicationWaitMs], fromEvents('publishing')],
  ['an interrupted move', [publishing(publicationWaitMs)], ANY, ALL, fromEvents('publishing')],
  ['a move that nobody does', [publishing(0)], IDLE, ALL, fromEvents('publishing')],
  ['a move from the future', [publishing(-1)], ANY, ALL, fromEvents('publishing')],
  ['a rebuild', [publishing(0, true)], ANY, ALL, fromEvents('publishing')],
];

describe('what answers a report', () => {
  test.each(TABLE)('%s', (_, states, derived, waited, decision) => {
    for (const state of states)
      for (const isBeingDerived of derived)
        for (const waitedMs of waited)
          expect(
            decideFreshness({ state, isBeingDerived, waitedMs }),
            `${isBeingDerived} ${waitedMs}`,
          ).toEqual(decision);
  });

  it('never waits for ever', () => {
    for (const [, states] of TABLE)
      for (const state of states)
        for (const isBeingDerived of ANY)
          expect(decideFreshness({ state, isBeingDerived, waitedMs: publicationWaitMs }).action).not.toBe(
            'wait',
          );
  });

  it('asks whether anybody derives only where the answer matters', () => {
    expect(dependsOnDerivation({ state: { kind: 'current' }, waitedMs: 0 })).toBe(false);
    expect(dependsOnDerivation({ state: lagging(0), waitedMs: 0 })).toBe(false);
    expect(dependsOnDerivation({ state: lagging(targetMs), waitedMs: 0 })).toBe(true);
    expect(dependsOnDerivation({ state: publishing(0), waitedMs: 0 })).toBe(true);
    expect(dependsOnDerivation({ state: publishing(0, true), waitedMs: 0 })).toBe(false);
  });
});
