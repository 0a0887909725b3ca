import type { Columnar } from './columnar.ts';
import { changeCredit } from './daily-credit.ts';
import { contactCounts, instant, termOf } from './eligible.ts';
import { pathsWithPages, type CreditTable } from './paths.ts';
import { rowsOf, run } from './query.ts';
import type { CountingRules } from './rules.ts';

/** How far the event tables are filled for a product. Ids are decimal strings; "0": nothing yet. */
export interface Filled {
  readonly contact_id: string; readonly contacts: string;
  readonly conversion_id: string; readonly conversions: string;
}

/** The last event of a product that is loaded, over contacts, conversions and impressions, and what paths depend on. */
export const filledOf = async (columnar: Columnar, productId: number): Promise<Filled & { readonly mark: string }> => {
  const of = (table: string) => `SELECT max(${table === 'contact' ? 'interaction' : table}_id) AS id, count() AS amount FROM ${table} WHERE product_id = {product: UInt32}`;
  const [row] = await rowsOf<Filled & { mark: string }>(columnar, `
    SELECT c.id AS contact_id, c.amount AS contacts, v.id AS conversion_id, v.amount AS conversions, greatest(c.id, v.id, m.id) AS mark
    FROM (${of('contact')}) AS c, (${of('conversion')}) AS v, (${of('impression')}) AS m`, { product: productId });
  return row ?? { contact_id: '0', contacts: '0', conversion_id: '0', conversions: '0', mark: '0' };
};

/** What the derived rows of a product stand for; `version` changes whenever they do. */
export interface Derived extends Filled { readonly rules: string; readonly ready: number; readonly version: string }

export const derivedOf = async (columnar: Columnar, productId: number): Promise<Derived | null> =>
  (await rowsOf<Derived>(columnar, `
    SELECT rules, contact_id, contacts, conversion_id, conversions, ready, version FROM derived_state FINAL WHERE product_id = {product: UInt32}`, { product: productId }))[0] ?? null;

/** Whether the derived rows say the same as the events: made by these rules, from all that is there, and not being written. */
export const isCurrent = (derived: Derived | null, filled: Filled, rules: CountingRules): boolean =>
  derived !== null && derived.ready === 1 && derived.rules === rules.fingerprint && derived.contacts === filled.contacts && derived.contact_id === filled.contact_id
  && derived.conversions === filled.conversions && derived.conversion_id === filled.conversion_id;

/** The last event that ready derived rows stand for. */
export const derivedMark = ({ contact_id, conversion_id }: Filled): string => (BigInt(contact_id) > BigInt(conversion_id) ? contact_id : conversion_id);

/** Whether rows that are being written are added to others, and not made afresh. */
export const isBegun = ({ contacts, conversions }: Filled): boolean => contacts !== '0' || conversions !== '0';

/** The contacts and conversions of a product after an event, and the first of them; null where there is none. */
export interface Beyond { readonly contacts: string; readonly conversions: string; readonly oldest: string | null }

export const beyondOf = async (columnar: Columnar, productId: number, mark: string): Promise<Beyond> => {
  const of = (table: 'contact' | 'conversion', id: string) => `SELECT count() AS amount, minOrNull(${id}) AS oldest FROM ${table} WHERE product_id = {product: UInt32} AND ${id} > {mark: UInt64}`;
  const [row] = await rowsOf<Beyond>(columnar, `
    SELECT c.amount AS contacts, v.amount AS conversions, least(ifNull(c.oldest, v.oldest), ifNull(v.oldest, c.oldest)) AS oldest
    FROM (${of('contact', 'interaction_id')}) AS c, (${of('conversion', 'conversion_id')}) AS v`, { product: productId, mark });
  return row ?? { contacts: '0', conversions: '0', oldest: null };
};

/** Whether all that was loaded since comes after the last event that derived rows stand for: then they say the same as the events up to that one. */
export const isAppended = (derived: Derived, filled: Filled, beyond: Beyond): boolean =>
  BigInt(filled.contacts) - BigInt(derived.contacts) === BigInt(beyond.contacts) && BigInt(filled.conversions) - BigInt(derived.conversions) === BigInt(beyond.conversions);

/** Products that have conversions or contacts. */
export const measuredProducts = async (columnar: Columnar): Promise<number[]> =>
  (await rowsOf<{ product_id: number }>(columnar, `
    SELECT product_id FROM (SELECT product_id FROM contact GROUP BY product_id UNION DISTINCT SELECT product_id FROM conversion GROUP BY product_id) ORDER BY product_id`, {}))
    .map(row => row.product_id);

export const writeState = (columnar: Columnar, productId: number, { rules, contact_id, contacts, conversion_id, conversions, ready, version }: Derived): Promise<void> =>
  run(columnar, `
    INSERT INTO derived_state SELECT {product: UInt32}, {rules: UInt64}, {contact_id: UInt64}, {contacts: UInt64}, {conversion_id: UInt64}, {conversions: UInt64}, {ready: UInt8}, {version: UInt64}`,
  { product: productId, rules, contact_id, contacts, conversion_id, conversions, ready, version });

/** A stretch of events to derive from: after what is there, up to what is filled. */
export interface Step { readonly rules: CountingRules; readonly after: Filled; readonly upTo: Filled; readonly version: string }

export const boundStep = ({ rules, after, upTo, version }: Step) => ({
  product: rules.productId, rules: rules.fingerprint, version,
  contact_after: after.contact_id, conversion_after: after.conversion_id, contact_upto: upTo.contact_id, conversion_upto: upTo.conversion_id,
  mark: derivedMark(upTo),
});

/** Whether everything new bears an id above what was there before; if not (an import of the past), the rows have to be made afresh. */
export const onlyAppended = async (columnar: Columnar, step: Step): Promise<boolean> => {
  const [row] = await rowsOf<{ contacts: string; conversions: string }>(columnar, `
    SELECT (SELECT count() FROM contact WHERE product_id = {product: UInt32} AND interaction_id > {contact_after: UInt64}) AS contacts,
      (SELECT count() FROM conversion WHERE product_id = {product: UInt32} AND conversion_id > {conversion_after: UInt64}) AS conversions`, boundStep(step));
  const grown = (key: 'contacts' | 'conversions') => BigInt(step.upTo[key]) - BigInt(step.after[key]);
  // More may have arrived since `upTo` was read: it is above as well.
  return row !== undefined && BigInt(row.contacts) >= grown('contacts') && BigInt(row.conversions) >= grown('conversions');
};

/** Conversions whose path is new, or that a contact after them in arrival but not in time belongs to. */
const touched = ({ rules, after }: Step) => (after.conversions === '0' ? '1' : `(conversion_id > {conversion_after: UInt64} OR conversion_id IN (
  SELECT v.conversion_id FROM (
    SELECT visitor_id, toUnixTimestamp64Milli(ts) AS at FROM contact
    WHERE product_id = {product: UInt32} AND interaction_id > {contact_after: UInt64} AND interaction_id <= {contact_upto: UInt64} AND ${contactCounts(rules)}
  ) AS k INNER JOIN (
    SELECT conversion_id, visitor_id, toUnixTimestamp64Milli(ts) AS converted FROM conversion WHERE product_id = {product: UInt32} AND conversion_id <= {conversion_after: UInt64}
  ) AS v ON v.visitor_id = k.visitor_id WHERE k.at <= v.converted AND k.at >= v.converted - ${termOf(rules)}))`);

/** A month that a step touches, as first and last millisecond; `renewed`: how many paths there are that it changes. */
interface Touched { readonly from: number; readonly until: number; readonly renewed: number }

/** The UTC months that a step touches: memory is bounded by a month of conversions and one term of contacts. */
export const touchedMonths = async (columnar: Columnar, step: Step): Promise<Touched[]> =>
  (await rowsOf<{ from: string; until: string; known: string }>(columnar, `
    SELECT toUnixTimestamp(toStartOfMonth(moment), 'UTC') * 1000 AS from, toUnixTimestamp(addMonths(toStartOfMonth(moment), 1), 'UTC') * 1000 AS until, countIf(id <= {conversion_after: UInt64}) AS known
    FROM (SELECT toDateTime(ts, 'UTC') AS moment, conversion_id AS id FROM conversion WHERE product_id = {product: UInt32} AND conversion_id <= {conversion_upto: UInt64} AND ${touched(step)})
    GROUP BY from, until ORDER BY from`, boundStep(step))).map(({ from, until, known }) => ({ from: Number(from), until: Number(until), renewed: Number(known) }));

/** Writes the paths of one month that a step touches, and puts what they give in the place of what earlier ones gave. Not to be done twice, as the sums. */
export const derivePaths = async (columnar: Columnar, step: Step, { renewed, ...month }: Touched, table: CreditTable): Promise<void> => {
  const given = { ...boundStep(step), ...month };
  const within = `product_id = {product: UInt32} AND rules = {rules: UInt64} AND ts >= ${instant('from')} AND ts < ${instant('until')}`;
  if (renewed > 0) await run(columnar, changeCredit('take', `conversion_path FINAL WHERE ${within} AND conversion_id <= {conversion_after: UInt64} AND ${touched(step)}`, table), given);
  await run(columnar, `
    INSERT INTO conversion_path (product_id, rules, ts, conversion_id, visitor_id, cv_type, amount, times, interaction_ids, ad_ids, page_ids, version)
    SELECT {product: UInt32}, {rules: UInt64}, fromUnixTimestamp64Milli(converted, 'UTC'), conversion_id, visitor, cv_type, amount, times, interaction_ids, ad_ids, page_ids, {version: UInt64}
    FROM (${pathsWithPages(step.rules, { ...month, mark: given.mark }, touched(step))})`, given);
  await run(columnar, changeCredit('add', `conversion_path WHERE ${within} AND version = {version: UInt64}`, table), given);
};

/** What holds sums, and can only be made afresh or added to. The paths are lines instead, each under a version. */
const SUMS = ['daily_credit', 'daily_contact', 'daily_left_out', 'daily_page', 'monthly_passage', 'buyer'] as const;

/** Empties the sums of a product under a rule. */
export const dropSums = async (columnar: Columnar, { productId, fingerprint }: Pick<CountingRules, 'productId' | 'fingerprint'>): Promise<void> => {
  if (!/^\d+$/.test(fingerprint)) throw new RangeError(`${fingerprint} is no fingerprint`); // a partition cannot be bound
  for (const table of SUMS) await run(columnar, `ALTER TABLE ${table} DROP PARTITION (${productId}, ${fingerprint})`, {});
};

/** Removes the rows of rules that a product no longer has. */
export const removeStale = async (columnar: Columnar, rules: CountingRules): Promise<void> => {
  await run(columnar, 'ALTER TABLE conversion_path DELETE WHERE product_id = {product: UInt32} AND rules != {rules: UInt64}', { product: rules.productId, rules: rules.fingerprint });
  const stale = await rowsOf<{ rules: string }>(columnar, `
    SELECT DISTINCT rules FROM merge(currentDatabase(), '^(${SUMS.join('|')})$') WHERE product_id = {product: UInt32} AND rules != {rules: UInt64}`, { product: rules.productId, rules: rules.fingerprint });
  for (const { rules: fingerprint } of stale) await dropSums(columnar, { productId: rules.productId, fingerprint });
};

/** Removes all that is derived. */
export const dropDerived = async (columnar: Columnar): Promise<void> => {
  for (const table of ['derived_state', 'conversion_path', ...SUMS]) await run(columnar, `TRUNCATE TABLE ${table}`, {});
};
