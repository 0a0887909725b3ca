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
 * Derived rows answer as long as nothing accepted longer ago than this, in ms, is missing in them: what is
 * new is in reports within two seconds.
 */
const YOUNG = 2_000;
/**
 * While more is missing and is being derived, whoever asks waits so many ms at most, and looks every so many.
 */
const PATIENT = 1_000;
const LOOKS = 50;
/**
 * After that they answer where they are behind by less: the events would take longer to read, and keep the
 * deriving from its end.
 */
const OLD = 60_000;
/**
 * Rows move in a hundredth of it, as a rule: whoever asks meanwhile waits so many ms at most while somebody
 * is at it, and looks every so many.
 */
const MOVES = 10_000;
const LOOKS_MOVING = 20;
/**
 * Between two runs nobody derives for a moment, which is long on a busy machine: so often it is looked
 * whether somebody does, before nobody does.
 */
const SEEKS = 10;
/**
 * So often derived rows are read that change while they are read; the last time they have to stay as they
 * are.
 */
const TRIES = 3;
/**
 * So many at once may ask that of them, shared fairly by the companies: each holds a connection meanwhile.
 */
const STILL = createFairQueue({ places: 4, maxWaiting: 1_000, full: () => new Failure('overloaded') });

/**
 * Up to which event to count, and whether any are impressions; `derived`: the derived rows that stand for
 * exactly these events, null where there are none.
 */
interface Basis {
  readonly mark: string;
  readonly impressions: boolean;
  readonly derived: Pick<Derived, 'version' | 'results'> | null;
}

/**
 * The event up to which derived rows lack nothing, null where they have some that is newer than what they
 * lack; and how long ago the first that they lack was accepted, in ms.
 */
interface Lag {
  readonly mark: string | null;
  readonly ms: number;
}

/**
 * How far derived rows are behind; null: something came late under an id that they had passed, and all of
 * them are to be made afresh.
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
 * Whether a time in ms lies less than `limitMs` in the past. After the clock went back ids are ahead of it
 * and tell no age: what they are of is not known to be young.
 */
const isYounger = (ageMs: number, limitMs: number): boolean => ageMs >= 0 && ageMs < limitMs;

/** Whether what is missing is being derived. */
const isBeingDerived = async ({ db }: SourceParts): Promise<boolean> => {
  for (let seeks = 1; !(await isDeriving(db)); seeks += 1) {
    if (seeks === SEEKS) return false;
    await setTimeout(LOOKS);
  }
  return true;
};

/** Whether the first derivation of a product is under way, and likely to end while a report waits. */
const isFirstDerivationNear = async (
  parts: SourceParts,
  state: Derived,
  waitedMs: number,
): Promise<boolean> => {
  const ageMs = parts.clock.now() - timeOfId(BigInt(state.version));
  if (!isBegun(state) || !isYounger(ageMs, MOVES) || waitedMs >= MOVES) return false;
  return isBeingDerived(parts);
};

const looks = new WeakMap<Dependencies['columnar'], Map<number, Promise<ProductWatermarks>>>();
/**
 * How the data stand. Reports that are asked for together, as those of a dashboard are, look once: it takes
 * as long as reading what many of them show.
 */
const lookAt = (columnar: Dependencies['columnar'], productId: number): Promise<ProductWatermarks> => {
  const of = looks.get(columnar) ?? new Map<number, Promise<ProductWatermarks>>();
  looks.set(columnar, of);
  const look =
    of.get(productId) ?? readProductWatermarks(columnar, productId).finally(() => of.delete(productId));
  of.set(productId, look);
  return look;
};

/** @param begun when the report was asked for, in the time of `performance` */
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
      await setTimeout(LOOKS_MOVING);
      continue;
    }
    const lag = await lagOf(parts, counting.productId, state, filled);
    if (lag === null) return fromEvents;
    if (lag.mark !== null && isYounger(lag.ms, YOUNG)) return derivedUpTo(lag.mark);
    if (!(await isBeingDerived(parts))) return fromEvents;
    if (waited() >= PATIENT) return lag.mark !== null && lag.ms < OLD ? derivedUpTo(lag.mark) : fromEvents;
    await setTimeout(LOOKS);
  }
};

/** Those of a report name the user who waits for it. */
type Rules = ProductRules & Partial<Pick<ReportRules, 'userId' | 'repeat'>>;
type Span = Pick<Period, 'from' | 'until'>;
/** Of the options of who asked. */
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

/** Whoever asked is gone: no answer is read, and the log should not take it for a fault. */
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
 * Reads the events of a period up to the last that is loaded: what is read of them bit by bit stays what it
 * is, however long that takes.
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
 * Counts something at one state of the data: from derived rows where they stand for all that is loaded, or
 * for all but the newest of it, or soon will; else from the events.
 *
 * Reports wait for the maker of derived rows, a while. The state is looked at again afterwards, and what was
 * read while it changed is thrown away and read again,
 * at last while the maker waits for it: a report that takes longer than a run would never find rows that
 * stay, and the events take many times as long. These answer
 * where nothing is derived, or nobody derives; they only ever grow and are bounded by the watermark. Queries
 * of the events take places, of which each company has its share.
 *
 * @param make what is made of what was read, without the stores: while these are asked whether it still
 *   stands
 * @param over the options of who asked: `source` forces one, for tests and measurements, `derived` fails
 *   where it is not there; `mark` is the event up to which another answer counted
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
      // What is derived stands for the events up to one alone.
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
    for (let tried = 1; over !== 'events' && known === null && tried <= TRIES; tried += 1) {
      const found = await (tried < TRIES
        ? read()
        : STILL.run(rules.companyId, () => whileStill(parts.db, MOVES, read), signal));
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
