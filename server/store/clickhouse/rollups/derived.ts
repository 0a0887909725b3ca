import type { Columnar } from '../engine/columnar.ts';
import { rowsOf, run } from '../engine/query.ts';
import type { CountingRules } from '../../../attribution/measurement-rules.ts';
import { DERIVED, SUMS } from './staging.ts';
import { readProductWatermarks, type ProductWatermarks } from './watermarks.ts';

/** How far the event tables are filled for a product. Ids are decimal strings; "0": nothing yet. */
export interface Filled {
  readonly contact_id: string;
  readonly contacts: string;
  readonly conversion_id: string;
  readonly conversions: string;
}

/**
 * What the derived rows of a product stand for; `version` changes whenever they do, `results` is the last
 * step whose changes of results are in them.
 */
export interface Derived extends Filled {
  readonly rules: string;
  readonly ready: number;
  readonly version: string;
  readonly results: string;
}

/** How far the event tables are filled, by itself. */
export const filledOf = async (columnar: Columnar, productId: number): Promise<ProductWatermarks['filled']> =>
  (await readProductWatermarks(columnar, productId)).filled;
export const derivedOf = async (columnar: Columnar, productId: number): Promise<Derived | null> =>
  (await readProductWatermarks(columnar, productId)).derived;

/**
 * Whether the derived rows say the same as the events: made by these rules, from all that is there, and not
 * being written.
 */
export const isCurrent = (derived: Derived | null, filled: Filled, rules: CountingRules): boolean =>
  derived !== null &&
  derived.ready === 1 &&
  derived.rules === rules.fingerprint &&
  derived.contacts === filled.contacts &&
  derived.contact_id === filled.contact_id &&
  derived.conversions === filled.conversions &&
  derived.conversion_id === filled.conversion_id;

/** The last event that ready derived rows stand for. */
export const derivedMark = ({ contact_id, conversion_id }: Filled): string =>
  BigInt(contact_id) > BigInt(conversion_id) ? contact_id : conversion_id;

/** Whether rows that are being written are added to others, and not made afresh. */
export const isBegun = ({ contacts, conversions }: Filled): boolean =>
  contacts !== '0' || conversions !== '0';

/**
 * How many of what is filled lies above what derived rows stand for, and the first event of it; null where
 * there is none.
 */
export interface Beyond {
  readonly contacts: string;
  readonly conversions: string;
  readonly oldest: string | null;
}

/** What was loaded since `filled` was told is left out, so that the two can be compared. */
export const beyondOf = async (
  columnar: Columnar,
  productId: number,
  derived: Filled,
  filled: Filled,
): Promise<Beyond> => {
  const of = (table: 'contact' | 'conversion', id: string) =>
    `SELECT count() AS amount, minOrNull(${id}) AS oldest FROM ${table} WHERE product_id = {product: UInt32} AND ${id} > {${table}_after: UInt64} AND ${id} <= {${table}_upto: UInt64}`;
  const [row] = await rowsOf<Beyond>(
    columnar,
    `
    SELECT c.amount AS contacts, v.amount AS conversions, least(ifNull(c.oldest, v.oldest), ifNull(v.oldest, c.oldest)) AS oldest
    FROM (${of('contact', 'interaction_id')}) AS c, (${of('conversion', 'conversion_id')}) AS v`,
    {
      product: productId,
      contact_after: derived.contact_id,
      conversion_after: derived.conversion_id,
      contact_upto: filled.contact_id,
      conversion_upto: filled.conversion_id,
    },
  );
  return row ?? { contacts: '0', conversions: '0', oldest: null };
};

/**
 * Whether all that was loaded since bears an id above what was there; if not, derived rows are made afresh.
 */
export const isAppended = (
  derived: Filled,
  filled: Filled,
  beyond: Pick<Beyond, 'contacts' | 'conversions'>,
): boolean =>
  BigInt(filled.contacts) - BigInt(derived.contacts) === BigInt(beyond.contacts) &&
  BigInt(filled.conversions) - BigInt(derived.conversions) === BigInt(beyond.conversions);

export const writeState = (
  columnar: Columnar,
  productId: number,
  { rules, contact_id, contacts, conversion_id, conversions, ready, version, results }: Derived,
): Promise<void> =>
  run(
    columnar,
    `
    INSERT INTO derived_state (product_id, rules, contact_id, contacts, conversion_id, conversions, ready, version, results) SELECT {product: UInt32}, {rules: UInt64}, {contact_id: UInt64}, {contacts: UInt64}, {conversion_id: UInt64}, {conversions: UInt64}, {ready: UInt8}, {version: UInt64}, {results: UInt64}`,
    { product: productId, rules, contact_id, contacts, conversion_id, conversions, ready, version, results },
  );

/** Empties the sums of a product under a rule. */
export const dropSums = async (
  columnar: Columnar,
  { productId, fingerprint }: Pick<CountingRules, 'productId' | 'fingerprint'>,
): Promise<void> => {
  if (!/^\d+$/.test(fingerprint)) throw new RangeError(`${fingerprint} is no fingerprint`); // a partition cannot be bound
  for (const table of SUMS)
    await run(columnar, `ALTER TABLE ${table} DROP PARTITION (${productId}, ${fingerprint})`, {});
};

/** Removes the rows of rules that a product no longer has. */
export const removeStale = async (columnar: Columnar, rules: CountingRules): Promise<void> => {
  await run(
    columnar,
    'ALTER TABLE conversion_path DELETE WHERE product_id = {product: UInt32} AND rules != {rules: UInt64}',
    { product: rules.productId, rules: rules.fingerprint },
  );
  const stale = await rowsOf<{ rules: string }>(
    columnar,
    `
    SELECT DISTINCT rules FROM merge(currentDatabase(), '^(${SUMS.join('|')})$') WHERE product_id = {product: UInt32} AND rules != {rules: UInt64}`,
    { product: rules.productId, rules: rules.fingerprint },
  );
  for (const { rules: fingerprint } of stale)
    await dropSums(columnar, { productId: rules.productId, fingerprint });
};

/** Removes all that is derived. */
export const dropDerived = async (columnar: Columnar): Promise<void> => {
  for (const table of ['derived_state', ...DERIVED]) await run(columnar, `TRUNCATE TABLE ${table}`, {});
};
