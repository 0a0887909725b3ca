import type { Columnar } from './columnar.ts';
import { rowsOf, run } from './query.ts';
import type { CountingRules } from './rules.ts';
import { DERIVED, SUMS } from './staging.ts';
import { boundStep, type Step } from './step.ts';

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

/** Whether everything new bears an id above what was there before; if not (an import of the past), the rows have to be made afresh. */
export const onlyAppended = async (columnar: Columnar, step: Step): Promise<boolean> => {
  const [row] = await rowsOf<{ contacts: string; conversions: string }>(columnar, `
    SELECT (SELECT count() FROM contact WHERE product_id = {product: UInt32} AND interaction_id > {contact_after: UInt64}) AS contacts,
      (SELECT count() FROM conversion WHERE product_id = {product: UInt32} AND conversion_id > {conversion_after: UInt64}) AS conversions`, boundStep(step));
  const grown = (key: 'contacts' | 'conversions') => BigInt(step.upTo[key]) - BigInt(step.after[key]);
  // More may have arrived since `upTo` was read: it is above as well.
  return row !== undefined && BigInt(row.contacts) >= grown('contacts') && BigInt(row.conversions) >= grown('conversions');
};


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
  for (const table of ['derived_state', ...DERIVED]) await run(columnar, `TRUNCATE TABLE ${table}`, {});
};
