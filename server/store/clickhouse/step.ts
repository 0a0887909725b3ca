import type { Columnar } from './columnar.ts';
import type { Filled } from './derived.ts';
import { contactCounts } from './eligible.ts';
import { rowsOf, run } from './query.ts';
import type { CountingRules } from './rules.ts';

/** A stretch of events to derive from: after what is there, up to what is filled. */
export interface Step { readonly rules: CountingRules; readonly after: Filled; readonly upTo: Filled; readonly version: string }

export const boundStep = ({ rules, after, upTo, version }: Step) => ({
  product: rules.productId, rules: rules.fingerprint, version,
  contact_after: after.contact_id, conversion_after: after.conversion_id, contact_upto: upTo.contact_id, conversion_upto: upTo.conversion_id,
});

export const isFirst = ({ after }: Pick<Step, 'after'>): boolean => after.contacts === '0' && after.conversions === '0';

/** Up to which events: all, or those that were there before. */
export type Reach = 'upto' | 'after';

export const eventsOf = (name: 'contact' | 'conversion', reach: Reach): string => `product_id = {product: UInt32} AND ${name === 'contact' ? 'interaction' : name}_id <= {${name}_${reach}: UInt64}`;
export const newOf = (name: 'contact' | 'conversion'): string => `${eventsOf(name, 'upto')} AND ${name === 'contact' ? 'interaction' : name}_id > {${name}_after: UInt64}`;

/** Of many events a part of the visitors, or a month, is worked on at a time, so that time and memory of a statement are bounded. */
const CONTACTS_AT_ONCE = 2_000_000n;
/** So few new events are worked on at once. */
const FEW = 100_000n;

const isSmall = (step: Step): boolean => {
  const grown = (key: 'contacts' | 'conversions') => BigInt(step.upTo[key]) - BigInt(step.after[key]);
  return !isFirst(step) && grown('contacts') + grown('conversions') <= FEW;
};

/** Notes the visitors that something is new of, which all that a step writes asks for: of a first step nothing, it concerns all. */
export const noteTouched = async (columnar: Columnar, step: Step): Promise<void> => {
  if (isFirst(step)) return;
  await run(columnar, 'TRUNCATE TABLE touched', {});
  await run(columnar, `
    INSERT INTO touched SELECT visitor_id FROM contact WHERE ${newOf('contact')} AND ${contactCounts(step.rules)} UNION DISTINCT SELECT visitor_id FROM conversion WHERE ${newOf('conversion')}`, boundStep(step));
};

/** The UTC months of what a step reads or has written, as conditions: a small step takes all at once. */
export const monthsOf = async (columnar: Columnar, step: Step, tables: readonly string[]): Promise<string[]> => {
  if (isSmall(step)) return ['1'];
  const found = await rowsOf<{ month: string }>(columnar, `
    SELECT DISTINCT partition AS month FROM system.parts WHERE active AND rows > 0 AND database = currentDatabase() AND table IN (${tables.map(table => `'${table}'`).join(', ')}) ORDER BY month`, {});
  return found.map(({ month }) => `toYYYYMM(ts) = ${Number(month)}`);
};

/** The parts of the visitors that a step concerns, as conditions: of a first step all, else those that are noted. */
export const partsOf = (step: Step): string[] => {
  const touched = isFirst(step) ? [] : ['visitor_id IN (SELECT visitor_id FROM touched)'];
  const count = isSmall(step) ? 1n : BigInt(step.upTo.contacts) / CONTACTS_AT_ONCE + 1n;
  const border = (n: bigint) => (n * (1n << 64n)) / count;
  return Array.from({ length: Number(count) }, (_, n) => [`visitor_id >= ${border(BigInt(n))} AND visitor_id <= ${border(BigInt(n) + 1n) - 1n}`, ...touched].join(' AND '));
};
