import pLimit from 'p-limit';
import type { Columnar } from '../engine/columnar.ts';
import { isAppended, NO_EVENTS, type Filled } from './derived.ts';
import { contactCounts, eventCounts } from '../events/eligible.ts';
import { rowsOf, run, SMALL } from '../engine/query.ts';
import type { CountingRules } from '../../../attribution/measurement-rules.ts';
import { scratchName, type Queue, type StagingArea } from './rollup.ts';

/** A batch: the events of a product after the derived ones, up to the loaded ones. */
export interface Batch {
  readonly rules: CountingRules;
  readonly after: Filled;
  readonly upTo: Filled;
  readonly version: string;
  /** The generation that it writes: that of the derived rows, or in a rebuild a new one. */
  readonly generation: string;
  /** The staging and scratch tables that it writes. */
  readonly area: StagingArea;
}

export const batchParameters = ({ rules, after, upTo, version, generation }: Batch) => ({
  product: rules.productId,
  version,
  generation,
  contact_after: after.contact_id,
  conversion_after: after.conversion_id,
  contact_upto: upTo.contact_id,
  conversion_upto: upTo.conversion_id,
});

export const isRebuildBatch = ({ after }: Pick<Batch, 'after'>): boolean =>
  after.contacts === '0' && after.conversions === '0';

/** Up to which event: the last of the batch, or the last derived before it. */
export type Reach = 'upto' | 'after';

export const eventsOf = (name: 'contact' | 'conversion', reach: Reach): string =>
  `product_id = {product: UInt32} AND ${name === 'contact' ? 'interaction' : name}_id <= {${name}_${reach}: UInt64}`;
export const newOf = (name: 'contact' | 'conversion'): string =>
  `${eventsOf(name, 'upto')} AND ${name === 'contact' ? 'interaction' : name}_id > {${name}_after: UInt64}`;

/**
 * Contacts of a part of the visitors. A large batch works on a part or a month at a time, which bounds the
 * time and memory of a statement.
 */
const CONTACTS_PER_PART = 2_000_000n;
/**
 * Most events (contacts and conversions) of a batch of the queue `small`, which takes less than a second; most new
 * events of a batch that has one part, a rebuild included; and most events of a product that has few of them, whose
 * reports may read the events (`FRESHNESS.fewEventsWaitMs`). Beyond, reports follow previous rules while the product is
 * rebuilt.
 */
export const MAX_SMALL_BATCH_EVENTS = 100_000n;

const newEventCount = ({ after, upTo }: Pick<Batch, 'after' | 'upTo'>): bigint =>
  BigInt(upTo.contacts) - BigInt(after.contacts) + BigInt(upTo.conversions) - BigInt(after.conversions);

/** The queue of a batch by the number of its events. */
export const queueOf = (batch: Pick<Batch, 'after' | 'upTo'>): Queue =>
  newEventCount(batch) <= MAX_SMALL_BATCH_EVENTS ? 'small' : 'large';

/** Whether one small batch would derive all events of a product: a report of it reads them in little time. */
export const hasFewEvents = (filled: Filled): boolean =>
  queueOf({ after: NO_EVENTS, upTo: filled }) === 'small';

/** Whether a batch has one part, and one statement for all its months: a statement costs more than its few rows. */
export const isSmall = (batch: Batch): boolean => queueOf(batch) === 'small';

/** The statements of large batches at a time: each takes seconds, and small batches and reports need places too. */
const largeStatements = pLimit(4);

/** Runs a statement of a batch. */
export const runForBatch = (columnar: Columnar, query: string, batch: Batch): Promise<void> => {
  const statement = () =>
    run(columnar, query, batchParameters(batch), undefined, isSmall(batch) ? SMALL : undefined);
  return batch.area.queue === 'large' ? largeStatements(statement) : statement();
};
/** The rows of a query of a batch that reads few rows. */
export const rowsForBatch = <Row>(columnar: Columnar, query: string, batch: Batch): Promise<Row[]> =>
  rowsOf<Row>(columnar, query, batchParameters(batch), undefined, SMALL);

/** The visitors with new events. */
const visitorsWithNewEvents = (batch: Batch): string =>
  `SELECT visitor_id FROM contact WHERE ${newOf('contact')} AND ${contactCounts(batch.rules)} UNION DISTINCT SELECT visitor_id FROM conversion WHERE ${newOf('conversion')}`;

/** The scratch table of the visitors with new events. */
export const touchedVisitorsTable = ({ area }: Pick<Batch, 'area'>): string => scratchName('touched', area);

/** Stores them in an empty scratch table, which the statements of the batch read. */
export const storeTouchedVisitors = (columnar: Columnar, batch: Batch): Promise<void> =>
  runForBatch(columnar, `INSERT INTO ${touchedVisitorsTable(batch)} ${visitorsWithNewEvents(batch)}`, batch);

/**
 * Whether all new events have ids above the derived ones; if not (an import of the past), the rollups need a
 * rebuild. And whether any visitor with new events has a conversion: most have none.
 */
export const findNewEvents = async (
  columnar: Columnar,
  batch: Batch,
): Promise<{ readonly appended: boolean; readonly hasConversions: boolean }> => {
  const [row] = await rowsForBatch<{ contacts: string; conversions: string; buyers: string }>(
    columnar,
    `
    SELECT (SELECT count() FROM contact WHERE ${newOf('contact')}) AS contacts, (SELECT count() FROM conversion WHERE ${newOf('conversion')}) AS conversions,
      (SELECT count() FROM (SELECT 1 FROM conversion WHERE ${eventsOf('conversion', 'upto')} AND ${eventCounts(batch.rules)} AND visitor_id IN (${visitorsWithNewEvents(batch)}) LIMIT 1)) AS buyers`,
    batch,
  );
  return {
    appended: row !== undefined && isAppended(batch.after, batch.upTo, row),
    hasConversions: row?.buyers !== '0',
  };
};

/** The UTC months of what a batch reads or has staged, as conditions; of a small batch one condition. */
export const monthsOf = async (
  columnar: Columnar,
  batch: Batch,
  tables: readonly string[],
): Promise<string[]> => {
  if (isSmall(batch)) return ['1'];
  const found = await rowsOf<{ month: string }>(
    columnar,
    `
    SELECT DISTINCT partition AS month FROM system.parts WHERE active AND rows > 0 AND database = currentDatabase() AND table IN (${tables.map(table => `'${table}'`).join(', ')}) ORDER BY month`,
    {},
  );
  return found.map(({ month }) => `toYYYYMM(ts) = ${Number(month)}`);
};

/** The parts of the visitors of a batch, as conditions: of all visitors in a rebuild, else of those touched. */
export const partsOf = (batch: Batch): string[] => {
  const touched = isRebuildBatch(batch)
    ? []
    : [`visitor_id IN (SELECT visitor_id FROM ${touchedVisitorsTable(batch)})`];
  const count = isSmall(batch) ? 1n : BigInt(batch.upTo.contacts) / CONTACTS_PER_PART + 1n;
  const border = (n: bigint) => (n * (1n << 64n)) / count;
  return Array.from({ length: Number(count) }, (_, n) =>
    [`visitor_id >= ${border(BigInt(n))} AND visitor_id <= ${border(BigInt(n) + 1n) - 1n}`, ...touched].join(
      ' AND ',
    ),
  );
};
