import { setImmediate } from 'node:timers/promises';
import { countingRules } from '../../attribution/rules.ts';
import { Failure } from '../../http/failures.ts';
import { createFairQueue } from '../../platform/fair-queue.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import { buyersSource, eventsSource } from '../../store/clickhouse/queries/sources/events-source.ts';
import type { SourceName } from '../../store/clickhouse/queries/report-source.ts';
import { rollupsSource } from '../../store/clickhouse/queries/sources/rollups-source.ts';
import type { CountingRules } from '../../attribution/measurement-rules.ts';
import { derivedOf } from '../../store/clickhouse/rollups/derived.ts';
import { versionOf } from '../../store/clickhouse/rollups/watermarks.ts';
import { answersOf } from '../../store/clickhouse/engine/settle-all.ts';
import {
  readingEvents,
  type Requester,
  type WithinReport,
} from '../../store/clickhouse/engine/whole-report-queries.ts';
import { spendUsage } from '../../usage/usage-limits.ts';
import { FRESHNESS } from '../../rollups/freshness.ts';
import { recordSource } from '../../rollups/report-sources.ts';
import type { ProductRules } from '../../store/postgres/reports/costs.ts';
import { whileNoRowsMove } from '../../store/postgres/reports/derivation-lock.ts';
import type { Period } from '../parse/period.ts';
import type { ReportOptions, ReportRules } from '../parse/query.ts';
import { readSharedWatermarks } from '../../rollups/rollup-state.ts';
import {
  type Extent,
  type SourceParts,
  type RollupsBasis,
  type EventsBasis,
  chooseBasis,
  findBuyers,
} from './report-basis.ts';

/** The queue of the reads during which no rows move. */
const lastReadQueue = createFairQueue({
  places: FRESHNESS.concurrentLastReads,
  maxWaitingPerKey: 1_000,
  full: () => new Failure('overloaded'),
});

/** The rules of a report include the id of the waiting user. */
type Rules = ProductRules & Partial<Pick<ReportRules, 'userId' | 'repeat' | 'ownTerm' | 'rebuildingSince'>>;
type Span = Pick<Period, 'from' | 'until'>;
/** Options of the caller. */
interface SourceOptions {
  readonly source?: ReportOptions['source'] | undefined;
  readonly watermark?: ReportOptions['watermark'];
}

const requesterOf = ({
  companyId,
  userId = 0,
  id: productId,
}: Rules): Requester & { readonly productId: number } => ({ companyId, userId, productId });
const countingOf = ({ id, trackingTerm, excludedIps, repeat }: Rules): CountingRules =>
  countingRules(id, trackingTerm, excludedIps, repeat);
const scopeAt = (
  counting: CountingRules,
  { from, until }: Span,
  { watermark, impressions }: Extent,
  of: Pick<Scope, 'source' | 'generation' | 'results'>,
  signal: AbortSignal | undefined,
): Scope => ({
  rules: counting,
  from,
  until,
  watermark,
  ...of,
  impressions,
  shared: new Map(),
  ...(signal !== undefined && { signal }),
});

/** The client has disconnected: no answer is read, and the log must not record a fault. */
const unlessDisconnected = async <Answer>(
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
  parts: Pick<SourceParts, 'columnar' | 'db'>,
  rules: Rules,
  period: Span,
  signal: AbortSignal,
  use: (scope: Scope, within: WithinReport) => Promise<void>,
): Promise<void> =>
  unlessDisconnected(signal, async () => {
    const scope = scopeAt(
      countingOf(rules),
      period,
      (await readSharedWatermarks(parts.columnar, rules.id)).filled,
      { source: eventsSource },
      signal,
    );
    recordSource({ source: 'events', reason: 'unsupported' });
    await readingEvents(requesterOf(rules), within => use(scope, within));
  });

/** Counts a report that reads the events. Reports that no user waits for are not counted. */
const spendEventReport = async (
  { settings, ...parts }: Pick<SourceParts, 'db' | 'clock' | 'settings'>,
  { companyId, userId }: Rules,
): Promise<void> => {
  if (userId !== undefined && settings !== undefined)
    await spendUsage({ ...parts, settings }, { companyId, userId }, 'event_reports');
};

interface Answered<Answer> {
  readonly answer: Answer;
  readonly watermark: string;
  readonly source: SourceName;
}

/** What a report counts. */
interface SnapshotCount<Counts> {
  readonly rules: Rules;
  readonly period: Span;
  readonly signal: AbortSignal | undefined;
  /** Reads the stores; again where the rollups change meanwhile. */
  readonly count: (scope: Scope) => Promise<Counts>;
}

/** How a report counts and builds its answer at one state of the data. */
interface SnapshotAnswer<Counts, Answer> extends SnapshotCount<Counts> {
  /** Builds the answer without the stores: it runs while they check that the state is unchanged. */
  readonly build: (counts: Counts) => Answer;
}

/** The same with the parts and the rules that the reads need. */
export interface Snapshot<Counts, Answer> extends SnapshotAnswer<Counts, Answer> {
  readonly parts: SourceParts;
  readonly counting: CountingRules;
}

/** Counts from the rollups of a version. @returns null: they changed during the read */
const readRollups = async <Counts, Answer>(
  { parts, rules, counting, period, signal, count, build }: Snapshot<Counts, Answer>,
  { extent, rollups: { version, generation, results } }: RollupsBasis,
): Promise<Answered<Answer> | null> => {
  const counts = await count(
    scopeAt(counting, period, extent, { source: rollupsSource, generation, results }, signal),
  );
  const [present, answer] = await answersOf(
    versionOf(parts.columnar, rules.id),
    setImmediate().then(() => build(counts)),
  );
  return present === version ? { answer, watermark: extent.watermark, source: 'derived' } : null;
};

/**
 * Counts from the events up to one, under another tracking term with the paths of buyers.
 *
 * @returns null: rollups have no such buyers, or were made again during the read
 */
const readWithBuyers = async <Counts, Answer>(
  snapshot: Snapshot<Counts, Answer>,
  watermark: string | undefined,
): Promise<Answered<Answer> | null> => {
  const buyers = await findBuyers(snapshot, watermark);
  if (buyers === null) return null;
  const { parts, rules, counting, period, signal, count, build } = snapshot;
  const { generation, extent } = buyers;
  const scope = scopeAt(counting, period, extent, { source: buyersSource, generation }, signal);
  const counts = await readingEvents(requesterOf(rules), () => count(scope));
  const present = await derivedOf(parts.columnar, rules.id);
  return present?.generation === generation
    ? { answer: build(counts), watermark: extent.watermark, source: 'events' }
    : null;
};

/** Counts from the events up to one. */
const readUpTo = async <Counts, Answer>(
  { rules, counting, period, signal, count, build }: Snapshot<Counts, Answer>,
  extent: Extent,
): Promise<Answered<Answer>> => {
  const scope = scopeAt(counting, period, extent, { source: eventsSource }, signal);
  const counts = await readingEvents(requesterOf(rules), () => count(scope));
  return { answer: build(counts), watermark: scope.watermark, source: 'events' };
};

/**
 * Counts from rollups, again where they changed meanwhile. During the last attempt no rows move, since a
 * report that takes longer than a run of the derivation would never see stable rows.
 *
 * @param watermark the last event that another answer counted: rollups that stop at another one cannot answer
 * @returns the answer, or the reason of reading the events
 */
const tryRollups = async <Counts, Answer>(
  snapshot: Snapshot<Counts, Answer>,
  watermark: string | undefined,
): Promise<Answered<Answer> | EventsBasis> => {
  const { parts, rules, signal } = snapshot;
  const startedAt = performance.now();
  const attempt = async (): Promise<Answered<Answer> | EventsBasis | null> => {
    const basis = await chooseBasis(snapshot, () => performance.now() - startedAt);
    if (basis.source === 'events') return basis;
    if (watermark !== undefined && watermark !== basis.extent.watermark)
      return { source: 'events', reason: 'pinned', extent: basis.extent };
    const found = await readRollups(snapshot, basis);
    if (found !== null) recordSource(basis);
    return found;
  };
  for (let attempts = 1; attempts < FRESHNESS.maxReadAttempts; attempts += 1) {
    const found = await attempt();
    if (found !== null) return found;
  }
  const last = () => whileNoRowsMove(parts.db, FRESHNESS.publicationWaitMs, attempt);
  return (
    (await lastReadQueue.run(rules.companyId, last, signal, rules.id)) ?? {
      source: 'events',
      reason: 'changing',
      extent: null,
    }
  );
};

/**
 * Counts at one state of the data: from rollups where the freshness policy says so, else from the events,
 * which take many times as long. Events are append-only and bounded by the watermark, and their queries take
 * places of which each company has its share.
 *
 * @param options those of the caller: `source` forces one source, for tests and measurements, `derived`
 *   fails where there are no derived rows; `watermark` is the last event that another answer counted
 * @throws {Failure} `timed_out`
 */
export const buildAtSnapshot = <Counts, Answer>(
  parts: SourceParts,
  answer: SnapshotAnswer<Counts, Answer>,
  { source: forcedSource, watermark }: SourceOptions = {},
): Promise<Answered<Answer>> =>
  unlessDisconnected(answer.signal, async () => {
    const { rules } = answer;
    const snapshot: Snapshot<Counts, Answer> = { ...answer, parts, counting: countingOf(rules) };
    const found: Answered<Answer> | EventsBasis =
      forcedSource === 'events'
        ? { source: 'events', reason: 'unsupported', extent: null }
        : await tryRollups(snapshot, watermark);
    if ('answer' in found) return found;
    if (forcedSource === 'derived')
      throw new Error(`the rollups of product ${rules.id} do not match the loaded events`);
    // The few events of a product are read because others take the time of the derivation.
    if (found.reason !== 'few_events') await spendEventReport(parts, rules);
    recordSource(found);
    const answered = forcedSource === 'events' ? null : await readWithBuyers(snapshot, watermark);
    if (answered !== null) return answered;
    const extent = found.extent ?? (await readSharedWatermarks(parts.columnar, rules.id)).filled;
    return readUpTo(snapshot, watermark === undefined ? extent : { ...extent, watermark });
  });

/** The same for an answer that is what was counted. */
export const countAtSnapshot = <Answer>(
  parts: SourceParts,
  counted: SnapshotCount<Answer>,
  options?: SourceOptions,
): Promise<Answered<Answer>> => buildAtSnapshot(parts, { ...counted, build: answer => answer }, options);
