import type { Columnar } from './columnar.ts';
import type { Derived, Filled } from './derived.ts';
import { rowsOf } from './query.ts';

/** How far the event tables are filled for a product, `mark` being the last event over all of them, and what its derived rows stand for; null: nothing was derived yet. */
export interface Standing { readonly filled: Filled & { readonly mark: string }; readonly derived: Derived | null }

const STATE = ['rules', 'contact_id', 'contacts', 'conversion_id', 'conversions', 'ready', 'version'] as const;

/** Both in one question, as every report asks for them. */
export const standingOf = async (columnar: Columnar, productId: number): Promise<Standing> => {
  const of = (table: string, id: string) => `SELECT max(${id}) AS id, count() AS amount FROM ${table} WHERE product_id = {product: UInt32}`;
  const [row] = await rowsOf<Record<string, string | number>>(columnar, `
    SELECT c.id AS contact_id, c.amount AS contacts, v.id AS conversion_id, v.amount AS conversions, greatest(c.id, v.id, m.id) AS mark, s.known AS known, ${STATE.map((key, index) => `s.state.${index + 1} AS derived_${key}`).join(', ')}
    FROM (${of('contact', 'interaction_id')}) AS c, (${of('conversion', 'conversion_id')}) AS v, (${of('impression', 'impression_id')}) AS m,
      (SELECT argMax((${STATE.join(', ')}), version) AS state, count() AS known FROM derived_state WHERE product_id = {product: UInt32}) AS s`, { product: productId });
  const text = (key: string) => String(row?.[key] ?? 0);
  const filledAt = (prefix: string): Filled => ({
    contact_id: text(`${prefix}contact_id`), contacts: text(`${prefix}contacts`), conversion_id: text(`${prefix}conversion_id`), conversions: text(`${prefix}conversions`),
  });
  return {
    filled: { ...filledAt(''), mark: text('mark') },
    derived: text('known') === '0' ? null : { ...filledAt('derived_'), rules: text('derived_rules'), ready: Number(text('derived_ready')), version: text('derived_version') },
  };
};
