import { Failure } from '../../../http/failures.ts';
import type { Columnar } from '../engine/columnar.ts';
import { excluded } from '../events/eligible.ts';
import {
  beyondPlace,
  counts,
  needsContacts,
  parameters,
  where,
  withoutLong,
  type EventFilter,
  type EventTable,
  type Place,
  type Show,
} from './event-filter.ts';
import { QUERY_SECONDS, rowsOf, type Bounds } from './event-query.ts';

/** Numbers of matching events, each under the first reason that excludes it from reports. */
export interface EventCounts {
  readonly counted: number;
  readonly bot: number;
  readonly repeated: number;
  readonly excluded: number;
}

/** Counts the matching events, including excluded ones. Reads the full period: 20 ms per million rows. */
export const countEvents = (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  bounds: Bounds = { seconds: QUERY_SECONDS.slice },
): Promise<EventCounts> => countSample(columnar, table, filter, 1, bounds);

/** Counts the events of one in `rate` visitors. */
const countSample = async (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  rate: number,
  bounds: Bounds,
): Promise<EventCounts> => {
  const once = table.repeats ? ' AND repeated = 0' : '';
  const [found] = await rowsOf<{ n_bot: string; n_repeated: string; n_excluded: string; n_counted: string }>(
    columnar,
    `
    SELECT countIf(bot = 1) AS n_bot, ${table.repeats ? 'countIf(bot = 0 AND repeated = 1)' : '0'} AS n_repeated,
      countIf(bot = 0${once} AND ${excluded(filter)}) AS n_excluded, countIf(${counts(table, filter)}) AS n_counted
    FROM ${table.table} WHERE ${where(table, filter, 'all', rate === 1 ? '' : ' AND cityHash64(visitor_id) % {rate: UInt64} = 0')}`,
    { ...parameters(table, filter), rate },
    bounds,
  );
  const { n_bot = 0, n_repeated = 0, n_excluded = 0, n_counted = 0 } = found ?? {};
  return {
    counted: Number(n_counted),
    bot: Number(n_bot),
    repeated: Number(n_repeated),
    excluded: Number(n_excluded),
  };
};

/** Counts for a displayed page. */
export interface PageCounts extends EventCounts {
  /** Whether the counts are estimates, rounded to three significant digits. */
  readonly estimated: boolean;
}

/** Maximum number of rows evaluated for the counts of a page; more would delay the page. */
const MAX_ROWS_JUDGED = 200_000;
/** Sampling rate: one in this number of visitors, if counting all takes too long. */
const COARSE_RATE = 64;

/** Extrapolates the counts of one in `rate` visitors to all visitors. */
const estimateOf = (counted: EventCounts, rate: number): PageCounts => {
  const scaled = (count: number) => Number((count * rate).toPrecision(3));
  return {
    counted: scaled(counted.counted),
    bot: scaled(counted.bot),
    repeated: scaled(counted.repeated),
    excluded: scaled(counted.excluded),
    estimated: true,
  };
};

/**
 * Counts for a displayed page. A sample of visitors is counted if too many rows would be evaluated, or time runs out.
 * @returns null: even the sample takes too long
 */
export const countForPage = async (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  { maxRows = MAX_ROWS_JUDGED, ...bounds }: { readonly maxRows?: number } & Bounds = {},
): Promise<PageCounts | null> => {
  const bound = { seconds: QUERY_SECONDS.count, ...bounds };
  const inTime = async <Counted>(counting: () => Promise<Counted>): Promise<Counted | null> => {
    try {
      return await counting();
    } catch (error) {
      if (error instanceof Failure && error.code === 'timed_out') return null;
      throw error;
    }
  };
  const judged = needsContacts(table, filter)
    ? await inTime(() => countEvents(columnar, table, withoutLong(table, filter), bound))
    : { counted: 0 };
  const rate = judged === null ? COARSE_RATE : Math.max(1, Math.ceil(judged.counted / maxRows));
  for (const one of rate < COARSE_RATE ? [rate, COARSE_RATE] : [rate]) {
    const counted = await inTime(() => countSample(columnar, table, filter, one, bound));
    if (counted !== null) return one === 1 ? { ...counted, estimated: false } : estimateOf(counted, one);
  }
  return null;
};

/** Number of matching rows, up to a maximum. @throws {Failure} `timed_out` */
export const countUpTo = async (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  show: Show,
  bound: number,
): Promise<number> => {
  const [found] = await rowsOf<{ amount: string }>(
    columnar,
    `SELECT count() AS amount FROM (SELECT 1 FROM ${table.table} WHERE ${where(table, filter, show)} LIMIT {bound: UInt32})`,
    { ...parameters(table, filter), bound },
  );
  return Number(found?.amount ?? 0);
};

/** Number of rows newer than a position; reads only those. */
export const countNewer = async (
  columnar: Columnar,
  table: EventTable,
  filter: EventFilter,
  than: Place,
  show: Show,
): Promise<number> => {
  const [found] = await rowsOf<{ amount: string }>(
    columnar,
    `SELECT count() AS amount FROM ${table.table} WHERE ${where(table, filter, show, beyondPlace(table))}`,
    { ...parameters(table, filter), after_ms: than.ms, after_id: than.id },
  );
  return Number(found?.amount ?? 0);
};
