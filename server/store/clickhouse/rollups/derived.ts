import type { Columnar } from '../engine/columnar.ts';
import { rowsOf, run } from '../engine/query.ts';
import type { CountingRules } from '../../../attribution/measurement-rules.ts';
import { readProductWatermarks, type ProductWatermarks } from './watermarks.ts';

/** How far the event tables are filled for a product. Ids are decimal strings; "0": nothing yet. */
export interface Filled {
  readonly contact_id: string;
  readonly contacts: string;
  readonly conversion_id: string;
  readonly conversions: string;
}

export const NO_EVENTS: Filled = { contact_id: '0', contacts: '0', conversion_id: '0', conversions: '0' };

/**
 * The state of the rollups of a product: the events and rules that they stand for. `version` changes with
 * every batch, `results` is that of the last batch whose changes of results they contain. `generation` is the number of
 * their rows, which a rebuild changes.
 */
export interface Derived extends Filled {
  readonly rules: string;
  readonly generation: string;
  readonly ready: number;
  readonly version: string;
  readonly results: string;
}

/** How far the event tables are filled, without the state of the rollups. */
export const filledOf = async (columnar: Columnar, productId: number): Promise<ProductWatermarks['filled']> =>
  (await readProductWatermarks(columnar, productId)).filled;
export const derivedOf = async (columnar: Columnar, productId: number): Promise<Derived | null> =>
  (await readProductWatermarks(columnar, productId)).derived;

/**
 * Whether rollups answer the same as the events: derived by these rules from all loaded events, with no rows
 * moving.
 */
export const isCurrent = (derived: Derived | null, filled: Filled, rules: CountingRules): boolean =>
  derived !== null &&
  derived.ready === 1 &&
  derived.rules === rules.fingerprint &&
  derived.contacts === filled.contacts &&
  derived.contact_id === filled.contact_id &&
  derived.conversions === filled.conversions &&
  derived.conversion_id === filled.conversion_id;

/** The last event that the rollups contain. */
export const derivedWatermark = ({ contact_id, conversion_id }: Filled): string =>
  BigInt(contact_id) > BigInt(conversion_id) ? contact_id : conversion_id;

/** Number of loaded events with ids above the last derived ones, and the lowest of these ids; null: none. */
export interface EventsBeyond {
  readonly contacts: string;
  readonly conversions: string;
  readonly oldest: string | null;
}

/** Events loaded after `filled` was read are excluded, so that the two can be compared. */
export const findEventsBeyond = async (
  columnar: Columnar,
  productId: number,
  derived: Filled,
  filled: Filled,
): Promise<EventsBeyond> => {
  const of = (table: 'contact' | 'conversion', id: string) =>
    `SELECT count() AS amount, minOrNull(${id}) AS oldest FROM ${table} WHERE product_id = {product: UInt32} AND ${id} > {${table}_after: UInt64} AND ${id} <= {${table}_upto: UInt64}`;
  const [row] = await rowsOf<EventsBeyond>(
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

/** Whether all events loaded since have ids above the derived ones; if not, the rollups need a rebuild. */
export const isAppended = (
  derived: Filled,
  filled: Filled,
  beyond: Pick<EventsBeyond, 'contacts' | 'conversions'>,
): boolean =>
  BigInt(filled.contacts) - BigInt(derived.contacts) === BigInt(beyond.contacts) &&
  BigInt(filled.conversions) - BigInt(derived.conversions) === BigInt(beyond.conversions);

export const writeState = (
  columnar: Columnar,
  productId: number,
  { contact_id, contacts, conversion_id, conversions, rules, generation, ready, version, results }: Derived,
): Promise<void> =>
  run(
    columnar,
    `
    INSERT INTO derived_state (product_id, rules, generation, contact_id, contacts, conversion_id, conversions, ready, version, results) SELECT {product: UInt32}, {rules: UInt64}, {generation: UInt64}, {contact_id: UInt64}, {contacts: UInt64}, {conversion_id: UInt64}, {conversions: UInt64}, {ready: UInt8}, {version: UInt64}, {results: UInt64}`,
    {
      product: productId,
      rules,
      generation,
      contact_id,
      contacts,
      conversion_id,
      conversions,
      ready,
      version,
      results,
    },
  );
