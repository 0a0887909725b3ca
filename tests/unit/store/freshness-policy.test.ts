import { describe, expect, it, test } from 'vitest';
import {
  decideFreshness,
  dependsOnDerivation,
  FRESHNESS,
  mayAnswerDuringRebuild,
  type ROLLUP_REASONS,
  type FreshnessDecision,
  type RollupState,
} from '../../../server/rollups/freshness.ts';

const { targetMs, maxLagMs, derivationWaitMs, fewEventsWaitMs, derivationPollMs } = FRESHNESS;
const { publicationWaitMs, publicationPollMs } = FRESHNESS;

const lagging = (lagMs: number, isComplete = true): RollupState => ({ kind: 'behind', lagMs, isComplete });
const publishing = (ageMs: number): RollupState => ({ kind: 'publishing', ageMs });

/** Of a process that derives, and of one that does not. */
const ANY = [true, false];
const DERIVED = [true];
const IDLE = [false];
/** Of a product with few events, and of one with more. */
const FEW = [true];
const LARGE = [false];
const SHORT = [0, fewEventsWaitMs - 1];
const LONG = [derivationWaitMs, publicationWaitMs, 3_600_000];
const ALL = [...SHORT, ...LONG];
const AWAIT_DERIVATION: FreshnessDecision = { action: 'wait', pollMs: derivationPollMs };
const AWAIT_PUBLICATION: FreshnessDecision = { action: 'wait', pollMs: publicationPollMs };
const fromRollups = (reason: (typeof ROLLUP_REASONS)[number]): FreshnessDecision => ({
  action: 'rollups',
  reason,
});
const fromEvents = (
  reason: 'missing' | 'publishing' | 'passed' | 'not_derived' | 'few_events' | 'too_old',
): FreshnessDecision => ({ action: 'events', reason });

const TABLE: readonly (readonly [
  name: string,
  states: readonly RollupState[],
  derived: readonly boolean[],
  waitedMs: readonly number[],
  decision: FreshnessDecision,
  few?: readonly boolean[],
])[] = [
  ['nothing derived', [{ kind: 'missing' }], ANY, ALL, fromEvents('missing')],
  ['all events derived', [{ kind: 'current' }], ANY, ALL, fromRollups('current')],
  ['previous rules, while the new are made', [{ kind: 'superseded' }], ANY, ALL, fromRollups('superseded')],
  [
    'present ones, while a command makes all again',
    [{ kind: 'rebuilding' }],
    ANY,
    ALL,
    fromRollups('rebuilding'),
  ],
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
  [
    'of many events',
    [lagging(targetMs), lagging(maxLagMs), lagging(0, false), lagging(-1)],
    DERIVED,
    [derivationWaitMs - 1],
    AWAIT_DERIVATION,
    LARGE,
  ],
  [
    'after the wait',
    [lagging(targetMs), lagging(maxLagMs - 1)],
    DERIVED,
    LONG,
    fromRollups('lagging'),
    LARGE,
  ],
  ['after the wait, too old', [lagging(maxLagMs)], DERIVED, LONG, fromEvents('too_old'), LARGE],
  [
    'few events, after the wait',
    [lagging(targetMs), lagging(maxLagMs), lagging(0, false), lagging(-1)],
    DERIVED,
    [fewEventsWaitMs, ...LONG],
    fromEvents('few_events'),
    FEW,
  ],
  ['a gap, nobody derives', [lagging(0, false)], IDLE, ALL, fromEvents('not_derived')],
  ['a gap, being derived', [lagging(0, false)], DERIVED, SHORT, AWAIT_DERIVATION],
  ['a gap after the wait', [lagging(0, false)], DERIVED, LONG, fromEvents('too_old'), LARGE],
  ['a clock set back, nobody derives', [lagging(-1)], IDLE, ALL, fromEvents('not_derived')],
  ['a clock set back, after the wait', [lagging(-1)], DERIVED, LONG, fromRollups('lagging'), LARGE],
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
];

describe('what answers a report', () => {
  test.each(TABLE.map(row => ({ name: row[0], row })))('$name', ({ row }) => {
    const [, states, derived, waited, decision, few = ANY] = row;
    for (const state of states)
      for (const isBeingDerived of derived)
        for (const hasFewEvents of few)
          for (const waitedMs of waited)
            expect(
              decideFreshness({ state, isBeingDerived, hasFewEvents, waitedMs }),
              `${isBeingDerived} ${hasFewEvents} ${waitedMs}`,
            ).toEqual(decision);
  });

  it('a rebuild of all rollups lets them answer for as long as previous rules do', () => {
    const { previousRulesMs } = FRESHNESS;
    const lags = [-1, 0, targetMs - 1, targetMs, maxLagMs, previousRulesMs - 1, previousRulesMs];
    expect(lags.filter(mayAnswerDuringRebuild)).toEqual([targetMs, maxLagMs, previousRulesMs - 1]);
  });

  it('never waits for ever', () => {
    for (const [, states] of TABLE)
      for (const state of states)
        for (const isBeingDerived of ANY)
          for (const hasFewEvents of ANY)
            expect(
              decideFreshness({ state, isBeingDerived, hasFewEvents, waitedMs: publicationWaitMs }).action,
            ).not.toBe('wait');
  });

  it('asks whether anybody derives only where the answer matters', () => {
    const of = (state: RollupState, waitedMs = 0, hasFewEvents = false) =>
      dependsOnDerivation({ state, hasFewEvents, waitedMs });
    expect(of({ kind: 'current' })).toBe(false);
    expect(of(lagging(0))).toBe(false);
    expect(of(lagging(targetMs))).toBe(true);
    expect(of(publishing(0))).toBe(true);
  });
});
