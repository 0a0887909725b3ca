import { setTimeout } from 'node:timers/promises';
import { countingRules } from '../attribution/rules.ts';
import { Failure } from '../http/failures.ts';
import { timeOfId } from '../ids.ts';
import type { Parts } from '../parts.ts';
import type { Scope } from '../store/clickhouse/counts.ts';
import { beyondOf, derivedMark, derivedOf, filledOf, isAppended, isBegun, isCurrent, type Derived } from '../store/clickhouse/derived.ts';
import type { CountingRules } from '../store/clickhouse/rules.ts';
import { standingOf } from '../store/clickhouse/standing.ts';
import type { ProductRules } from '../store/postgres/costs.ts';
import type { Period } from './period.ts';

type SourceParts = Pick<Parts, 'columnar' | 'clock'>;

/** Derived rows answer as long as nothing accepted longer ago than this, in ms, is missing in them: what is new is in reports within two seconds. */
const YOUNG = 2_000;
/** What new events change is derived in less, as a rule: whoever asks meanwhile waits so many ms at most, and looks every so many. */
const WAITS = 2_000;
const LOOKS = 20;
/** So often derived rows are read that change while they are read, before the events are. */
const TRIES = 3;

/** Up to which event to count; `version`: of the derived rows that stand for exactly these events, null where there are none. */
interface Basis { readonly mark: string; readonly version: string | null }

/** The mark of derived rows that are behind; null: something is missing in them that must not be. */
const markBehind = async ({ columnar, clock }: SourceParts, state: Derived, counting: CountingRules): Promise<string | null> => {
  const mark = derivedMark(state);
  // In this order: what arrives between the two makes them differ, and nothing late is taken for something new.
  const beyond = await beyondOf(columnar, counting.productId, mark);
  const filled = await filledOf(columnar, counting.productId);
  return isAppended(state, filled, beyond) && (beyond.oldest === null || clock.now() - timeOfId(BigInt(beyond.oldest)) < YOUNG) ? mark : null;
};

/** @param until in the time of `performance` */
const basisOf = async (parts: SourceParts, counting: CountingRules, until: number, signal: AbortSignal | undefined): Promise<Basis> => {
  for (;;) {
    signal?.throwIfAborted();
    const { filled, derived: state } = await standingOf(parts.columnar, counting.productId);
    const fromEvents: Basis = { mark: filled.mark, version: null };
    if (state === null || state.rules !== counting.fingerprint) return fromEvents;
    if (isCurrent(state, filled, counting)) return { mark: filled.mark, version: state.version };
    if (state.ready === 1) {
      const mark = await markBehind(parts, state, counting);
      return mark === null ? fromEvents : { mark, version: state.version };
    }
    const isUnderWay = isBegun(state) && parts.clock.now() - timeOfId(BigInt(state.version)) < WAITS;
    if (!isUnderWay || performance.now() >= until) return fromEvents;
    await setTimeout(LOOKS);
  }
};

/**
 * Counts something at one state of the data: from derived rows where they stand for all that is loaded, or for all but the newest of it, else from the events.
 *
 * The maker of derived rows does not wait for reports; they wait for it, a while. The state is looked at again afterwards, and what was read while it changed
 * is thrown away and read again, at last from the events, which only ever grow and are bounded by the watermark.
 *
 * @param over forces a source, for tests and measurements: `derived` fails where it is not there
 * @throws {Failure} `timed_out`
 */
export const countAt = async <Answer>(
  parts: SourceParts, rules: ProductRules & { readonly repeat?: number }, period: Pick<Period, 'from' | 'until'>, signal: AbortSignal | undefined, count: (scope: Scope) => Promise<Answer>,
  over?: Scope['source'],
): Promise<{ answer: Answer; mark: string; source: Scope['source'] }> => {
  const counting = countingRules(rules.id, rules.trackingTerm, rules.excludedIps, rules.repeat);
  const at = (mark: string, source: Scope['source']): Scope => ({ rules: counting, from: period.from, until: period.until, mark, source, ...(signal !== undefined && { signal }) });
  try {
    const until = performance.now() + WAITS;
    let known: string | null = null;
    for (let tried = 0; over !== 'events' && tried < TRIES; tried += 1) {
      const { mark, version } = await basisOf(parts, counting, until, signal);
      if (version === null) {
        known = mark;
        break;
      }
      const answer = await count(at(mark, 'derived'));
      if ((await derivedOf(parts.columnar, rules.id))?.version === version) return { answer, mark, source: 'derived' };
    }
    if (over === 'derived') throw new Error(`what is derived of product ${rules.id} does not stand for what is loaded`);
    const mark = known ?? (await filledOf(parts.columnar, rules.id)).mark;
    return { answer: await count(at(mark, 'events')), mark, source: 'events' };
  } catch (error) {
    // Whoever asked is gone: no answer is read, and the log should not take it for a fault.
    if (signal?.aborted === true) throw new Failure('timed_out', { cause: error });
    throw error;
  }
};
