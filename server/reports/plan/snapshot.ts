import { setImmediate, setTimeout } from 'node:timers/promises';
import { countingRules } from '../../attribution/rules.ts';
import { Failure } from '../../http/failures.ts';
import { timeOfId } from '../../platform/ids.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createFairQueue } from '../../platform/fair-queue.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import {
  beyondOf,
  derivedMark,
  isAppended,
  isBegun,
  isCurrent,
  type Derived,
} from '../../store/clickhouse/rollups/derived.ts';
import type { CountingRules } from '../../attribution/measurement-rules.ts';
import {
  readProductWatermarks,
  versionOf,
  type ProductWatermarks,
} from '../../store/clickhouse/rollups/watermarks.ts';
import { answersOf } from '../../store/clickhouse/engine/settle-all.ts';
import {
  readingEvents,
  type Asker,
  type WithinReport,
} from '../../store/clickhouse/engine/whole-report-queries.ts';
import type { ProductRules } from '../../store/postgres/reports/costs.ts';
import { isDeriving, whileStill } from '../../store/postgres/reports/derivation-lock.ts';
import type { Period } from '../parse/period.ts';
import type { Options, ReportRules } from '../parse/query.ts';

type SourceParts = Pick<Dependencies, 'columnar' | 'db' | 'clock'>;

/**
 * Freshness limit in ms: derived rows answer as long as every event accepted longer ago is in them. New
 * events are in reports within two seconds.
 */
const FRESHNESS_LIMIT_MS = 2_000;
/**
 * While derived rows lag by more and are being updated, a report waits at most this long and polls at this
 * interval, in ms.
 */
const DERIVATION_WAIT_MS = 1_000;
const DERIVATION_POLL_MS = 50;
/**
 * After that wait, derived rows answer where their lag in ms is below this limit: reading events would take
 * longer and slow down the derivation.
 */
const LAG_LIMIT_MS = 60_000;
/**
 * Rows normally move within a hundredth of it: a report that meets the move waits at most this long while it
 * is in progress, and polls at this interval, in ms.
 */
const MOVE_WAIT_MS = 10_000;
const MOVE_POLL_MS = 20;
/**
 * Between two runs no derivation is active for a moment, which is long on a busy machine: number of checks
 * before it counts as inactive.
 */
const INACTIVITY_CHECKS = 10;
/**
 * Number of attempts at reading derived rows that change during the read; the last attempt prevents the
 * change.
 */
const MAX_READ_ATTEMPTS = 3;
/** Limit of concurrent last attempts, shared fairly by the companies: each occupies a connection. */
const STILL = createFairQueue({ places: 4, maxWaiting: 1_000, full: () => new Failure('overloaded') });

/**
 * The last event to count, and whether any are impressions; `derived`: the derived rows for exactly these
 * events, null where there are none.
 */
interface Basis {
  readonly mark: string;
  readonly impressions: boolean;
  readonly derived: Pick<Derived, 'version' | 'results'> | null;
}

/**
 * The event up to which derived rows are complete, null where they contain events newer than a missing one;
 * and the age in ms of the first missing event since its acceptance.
 */
interface Lag {
  readonly mark: string | null;
  readonly ms: number;
}

/**
 * The lag of derived rows; null: an event arrived late under an id that they had passed, and all of them need
 * a rebuild.
 */
const lagOf = async (
  { columnar, clock }: SourceParts,
  productId: number,
  state: Derived,
  filled: ProductWatermarks['filled'],
): Promise<Lag | null> => {
  const beyond = await beyondOf(columnar, productId, state, filled);
  if (beyond.oldest === null || !isAppended(state, filled, beyond)) return null;
  const mark = derivedMark(state);
  return {
    mark: BigInt(beyond.oldest) > BigInt(mark) ? mark : null,
    ms: clock.now() - timeOfId(BigInt(beyond.oldest)),
  };
};

/**
 * Whether a time in ms is less than `limitMs` in the past. After the clock was set back, ids are ahead of it
 * and give no age, so the result is false.
 */
const isYounger = (ageMs: number, limitMs: number): boolean => ageMs >= 0 && ageMs < limitMs;

/** Whether the missing events are being derived. */
const isBeingDerived = async ({ db }: SourceParts): Promise<boolean> => {
  for (let seeks = 1; !(await isDeriving(db)); seeks += 1) {
    if (seeks === INACTIVITY_CHECKS) return false;
    await setTimeout(DERIVATION_POLL_MS);
  }
  return true;
};

/** Whether the first derivation of a product is under way, and likely to end within a report's wait. */
const isFirstDerivationNear = async (
  parts: SourceParts,
  state: Derived,
  waitedMs: number,
): Promise<boolean> => {
  const ageMs = parts.clock.now() - timeOfId(BigInt(state.version));
  if (!isBegun(state) || !isYounger(ageMs, MOVE_WAIT_MS) || waitedMs >= MOVE_WAIT_MS) return false;
  return isBeingDerived(parts);
};

const looks = new WeakMap<Dependencies['columnar'], Map<number, Promise<ProductWatermarks>>>();
/**
 * The state of the data. Concurrent reports, such as those of a dashboard, share one read: it takes as long
 * as many of the reports themselves.
 */
const lookAt = (columnar: Dependencies['columnar'], productId: number): Promise<ProductWatermarks> => {
  const of = looks.get(columnar) ?? new Map<number, Promise<ProductWatermarks>>();
  looks.set(columnar, of);
  const look =
    of.get(productId) ?? readProductWatermarks(columnar, productId).finally(() => of.delete(productId));
  of.set(productId, look);
  return look;
};

/** @param begun start of the report, in the time of `performance` */
const basisOf = async (
  parts: SourceParts,
  counting: CountingRules,
  begun: number,
  signal: AbortSignal | undefined,
): Promise<Basis> => {
  const waited = () => performance.now() - begun;
  for (;;) {
    signal?.throwIfAborted();
    const { filled, derived: state } = await lookAt(parts.columnar, counting.productId);
    const { mark: last, impressions } = filled;
    const fromEvents: Basis = { mark: last, impressions, derived: null };
    if (state === null || state.rules !== counting.fingerprint) return fromEvents;
    const derivedUpTo = (mark: string): Basis => ({ mark, impressions, derived: state });
    if (isCurrent(state, filled, counting)) return derivedUpTo(last);
    if (state.ready === 0) {
      if (!(await isFirstDerivationNear(parts, state, waited()))) return fromEvents;
      await setTimeout(MOVE_POLL_MS);
      continue;
    }
    const lag = await lagOf(parts, counting.productId, state, filled);
    if (lag === null) return fromEvents;
    if (lag.mark !== null && isYounger(lag.ms, FRESHNESS_LIMIT_MS)) return derivedUpTo(lag.mark);
    if (!(await isBeingDerived(parts))) return fromEvents;
    if (waited() >= DERIVATION_WAIT_MS)
      return lag.mark !== null && lag.ms < LAG_LIMIT_MS ? derivedUpTo(lag.mark) : fromEvents;
    await setTimeout(DERIVATION_POLL_MS);
  }
};

/** The rules of a report include the id of the waiting user. */
type Rules = ProductRules & Partial<Pick<ReportRules, 'userId' | 'repeat'>>;
type Span = Pick<Period, 'from' | 'until'>;
/** Options of the caller. */
interface Over {
  readonly source?: Options['source'] | undefined;
  readonly mark?: Options['mark'];
}

const askerOf = ({ companyId, userId = 0 }: Rules): Asker => ({ companyId, userId });
const countingOf = ({ id, trackingTerm, excludedIps, repeat }: Rules): CountingRules =>
  countingRules(id, trackingTerm, excludedIps, repeat);
const scopeAt = (
  counting: CountingRules,
  { from, until }: Span,
  { mark, impressions }: Pick<Basis, 'mark' | 'impressions'>,
  of: Pick<Scope, 'source' | 'results'>,
  signal: AbortSignal | undefined,
): Scope => ({
  rules: counting,
  from,
  until,
  mark,
  ...of,
  impressions,
  ...(signal !== undefined && { signal }),
});

/** The client has disconnected: no answer is read, and the log must not record a fault. */
const unlessGone = async <Answer>(
  signal: AbortSignal | undefined,
  work: () => Promise<Answer>,
): Promise<Answer> => {
  try {
    return await work();
  } catch (error) {
    throw signal?.aborted === true ? new Failure('timed_out', { cause: error }) : error;
  }
};

/**
 * Reads the events of a period up to the last loaded one, which makes consecutive reads consistent however
 * long they take.
 *
 * @throws {Failure} `timed_out`
 */
export const readEvents = (
  parts: Pick<SourceParts, 'columnar'>,
  rules: Rules,
  period: Span,
  signal: AbortSignal,
  use: (scope: Scope, within: WithinReport) => Promise<void>,
): Promise<void> =>
  unlessGone(signal, async () => {
    const scope = scopeAt(
      countingOf(rules),
      period,
      (await lookAt(parts.columnar, rules.id)).filled,
      { source: 'events' },
      signal,
    );
    await readingEvents(askerOf(rules), within => use(scope, within));
  });

/**
 * Counts at one state of the data: from derived rows where they contain all loaded events, all but the newest
 * ones, or soon will; else from the events, which take many times as long.
 *
 * Reports wait a limited time for the derivation. The state is checked after reading, and a read during a
 * change is repeated; the last attempt blocks the derivation, since a report longer than a run would never
 * see stable rows. Without derived rows or an active derivation the events answer: they are append-only and
 * bounded by the watermark, and the queries take places of which each company has its share.
 *
 * @param make builds the answer from the data, without the stores: it runs while they check that the state is
 *   unchanged
 * @param over the options of the caller: `source` forces one source, for tests and measurements, `derived`
 *   fails where there are no derived rows; `mark` is the last event that another answer counted
 * @throws {Failure} `timed_out`
 */
export const makeAt = <Read, Answer>(
  parts: SourceParts,
  rules: Rules,
  period: Span,
  signal: AbortSignal | undefined,
  count: (scope: Scope) => Promise<Read>,
  make: (read: Read) => Answer,
  { source: over, mark: asOf }: Over = {},
): Promise<{ answer: Answer; mark: string; source: Scope['source'] }> =>
  unlessGone(signal, async () => {
    const counting = countingOf(rules);
    const begun = performance.now();
    let known: Basis | null = null;
    const read = async (): Promise<Basis | { answer: Answer; mark: string; source: 'derived' } | null> => {
      const basis = await basisOf(parts, counting, begun, signal);
      // Derived rows cover the events up to one only.
      if (basis.derived === null || (asOf !== undefined && asOf !== basis.mark)) return basis;
      const found = await count(
        scopeAt(counting, period, basis, { source: 'derived', results: basis.derived.results }, signal),
      );
      const [version, answer] = await answersOf(
        versionOf(parts.columnar, rules.id),
        setImmediate().then(() => make(found)),
      );
      return version === basis.derived.version ? { answer, mark: basis.mark, source: 'derived' } : null;
    };
    for (let tried = 1; over !== 'events' && known === null && tried <= MAX_READ_ATTEMPTS; tried += 1) {
      const found = await (tried < MAX_READ_ATTEMPTS
        ? read()
        : STILL.run(rules.companyId, () => whileStill(parts.db, MOVE_WAIT_MS, read), signal));
      if (found !== null && 'answer' in found) return found;
      known = found;
    }
    if (over === 'derived')
      throw new Error(`what is derived of product ${rules.id} does not stand for what is loaded`);
    const filled = known ?? (await lookAt(parts.columnar, rules.id)).filled;
    const scope = scopeAt(
      counting,
      period,
      asOf === undefined ? filled : { ...filled, mark: asOf },
      { source: 'events' },
      signal,
    );
    return {
      answer: make(await readingEvents(askerOf(rules), () => count(scope))),
      mark: scope.mark,
      source: 'events',
    };
  });

/** The same of what is told as it was read. */
export const countAt = <Answer>(
  parts: SourceParts,
  rules: Rules,
  period: Span,
  signal: AbortSignal | undefined,
  count: (scope: Scope) => Promise<Answer>,
  over?: Over,
): Promise<{ answer: Answer; mark: string; source: Scope['source'] }> =>
  makeAt(parts, rules, period, signal, count, answer => answer, over);
