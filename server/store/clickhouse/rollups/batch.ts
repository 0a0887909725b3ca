import type { Columnar } from '../engine/columnar.ts';
import { isAppended, type Filled } from './derived.ts';
import { contactCounts, eventCounts } from '../events/eligible.ts';
import { rowsOf, run, SMALL } from '../engine/query.ts';
import type { CountingRules } from '../../../attribution/measurement-rules.ts';

/** A stretch of events to derive from: after what is there, up to what is filled. */
export interface Step {
  readonly rules: CountingRules;
  readonly after: Filled;
  readonly upTo: Filled;
  readonly version: string;
}

export const boundStep = ({ rules, after, upTo, version }: Step) => ({
  product: rules.productId,
  rules: rules.fingerprint,
  version,
  contact_after: after.contact_id,
  conversion_after: after.conversion_id,
  contact_upto: upTo.contact_id,
  conversion_upto: upTo.conversion_id,
});

export const isFirst = ({ after }: Pick<Step, 'after'>): boolean =>
  after.contacts === '0' && after.conversions === '0';

/** Up to which events: all, or those that were there before. */
export type Reach = 'upto' | 'after';

export const eventsOf = (name: 'contact' | 'conversion', reach: Reach): string =>
  `product_id = {product: UInt32} AND ${name === 'contact' ? 'interaction' : name}_id <= {${name}_${reach}: UInt64}`;
export const newOf = (name: 'contact' | 'conversion'): string =>
  `${eventsOf(name, 'upto')} AND ${name === 'contact' ? 'interaction' : name}_id > {${name}_after: UInt64}`;

/**
 * Of many events a part of the visitors, or a month, is worked on at a time, so that time and memory of a
 * statement are bounded.
 */
const CONTACTS_AT_ONCE = 2_000_000n;
/** So few new events are worked on at once. */
const FEW = 100_000n;

/** Whether all of a step is worked on at once. */
export const isSmall = (step: Step): boolean => {
  const grown = (key: 'contacts' | 'conversions') => BigInt(step.upTo[key]) - BigInt(step.after[key]);
  return !isFirst(step) && grown('contacts') + grown('conversions') <= FEW;
};

/** Runs a statement of a step. */
export const runStep = (columnar: Columnar, query: string, step: Step): Promise<void> =>
  run(columnar, query, boundStep(step), undefined, isSmall(step) ? SMALL : undefined);
/** The rows of a question of a step that is thought to be small. */
export const rowsOfStep = <Row>(columnar: Columnar, query: string, step: Step): Promise<Row[]> =>
  rowsOf<Row>(columnar, query, boundStep(step), undefined, SMALL);

/** The visitors that something is new of. */
const touchedBy = (step: Step): string =>
  `SELECT visitor_id FROM contact WHERE ${newOf('contact')} AND ${contactCounts(step.rules)} UNION DISTINCT SELECT visitor_id FROM conversion WHERE ${newOf('conversion')}`;

/** Notes them in a table that is empty, which all that a step writes asks for. */
export const noteTouched = (columnar: Columnar, step: Step): Promise<void> =>
  runStep(columnar, `INSERT INTO touched ${touchedBy(step)}`, step);

/**
 * Whether everything new bears an id above what was there before (if not, an import of the past, the rows
 * have to be made afresh), and whether any of the visitors that it is of ever converted: most who click never
 * do.
 */
export const whatIsNew = async (
  columnar: Columnar,
  step: Step,
): Promise<{ readonly appended: boolean; readonly touches: boolean }> => {
  const [row] = await rowsOfStep<{ contacts: string; conversions: string; buyers: string }>(
    columnar,
    `
    SELECT (SELECT count() FROM contact WHERE ${newOf('contact')}) AS contacts, (SELECT count() FROM conversion WHERE ${newOf('conversion')}) AS conversions,
      (SELECT count() FROM (SELECT 1 FROM conversion WHERE ${eventsOf('conversion', 'upto')} AND ${eventCounts(step.rules)} AND visitor_id IN (${touchedBy(step)}) LIMIT 1)) AS buyers`,
    step,
  );
  return {
    appended: row !== undefined && isAppended(step.after, step.upTo, row),
    touches: row?.buyers !== '0',
  };
};

/** The UTC months of what a step reads or has written, as conditions: a small step takes all at once. */
export const monthsOf = async (
  columnar: Columnar,
  step: Step,
  tables: readonly string[],
): Promise<string[]> => {
  if (isSmall(step)) return ['1'];
  const found = await rowsOf<{ month: string }>(
    columnar,
    `
    SELECT DISTINCT partition AS month FROM system.parts WHERE active AND rows > 0 AND database = currentDatabase() AND table IN (${tables.map(table => `'${table}'`).join(', ')}) ORDER BY month`,
    {},
  );
  return found.map(({ month }) => `toYYYYMM(ts) = ${Number(month)}`);
};

/**
 * The parts of the visitors that a step concerns, as conditions: of a first step all, else those that are
 * noted.
 */
export const partsOf = (step: Step): string[] => {
  const touched = isFirst(step) ? [] : ['visitor_id IN (SELECT visitor_id FROM touched)'];
  const count = isSmall(step) ? 1n : BigInt(step.upTo.contacts) / CONTACTS_AT_ONCE + 1n;
  const border = (n: bigint) => (n * (1n << 64n)) / count;
  return Array.from({ length: Number(count) }, (_, n) =>
    [`visitor_id >= ${border(BigInt(n))} AND visitor_id <= ${border(BigInt(n) + 1n) - 1n}`, ...touched].join(
      ' AND ',
    ),
  );
};
