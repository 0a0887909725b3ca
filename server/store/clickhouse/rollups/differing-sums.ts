import type { Columnar } from '../engine/columnar.ts';
import { FEW, rowsOf } from '../engine/query.ts';

/** Number of events by product and generation, as rollups count them. Rows of months and years have days below 0. */
const COUNTED = `
  SELECT product_id, generation, sum(clicks) AS contacts, toInt64(0) AS conversions FROM daily_contact WHERE day >= 0 GROUP BY product_id, generation
  UNION ALL SELECT product_id, generation, sum(bots + repeats + addresses), sum(conversions) FROM daily_left_out WHERE day >= 0 GROUP BY product_id, generation
  UNION ALL SELECT product_id, generation, toInt64(0), toInt64(uniqExact(conversion_id)) FROM conversion_path GROUP BY product_id, generation`;

const STATES = `
  SELECT product_id, max(version) AS latest, argMax((generation, contacts, conversions, ready), version) AS state FROM derived_state GROUP BY product_id`;

const readDiffering = (columnar: Columnar): Promise<{ product: number; version: string }[]> =>
  rowsOf(
    columnar,
    `SELECT s.product_id AS product, toString(s.latest) AS version FROM (${STATES}) AS s
     LEFT JOIN (SELECT product_id, generation, sum(contacts) AS contacts, sum(conversions) AS conversions FROM (${COUNTED}) GROUP BY product_id, generation) AS c
       ON c.product_id = s.product_id AND c.generation = s.state.1
     WHERE s.state.4 = 1 AND (toInt64(s.state.2) != c.contacts OR toInt64(s.state.3) != c.conversions) ORDER BY product`,
    {},
    undefined,
    FEW,
  );

/**
 * The products whose rollups do not have as many events as their state says: rows were lost, or are there twice. Each
 * event is in one of the sums, whether it counts or not.
 */
export const productsWithDifferingSums = async (columnar: Columnar): Promise<readonly number[]> => {
  const found = await readDiffering(columnar);
  if (found.length === 0) return [];
  // A batch may have been published while the tables were read: its state has another version.
  const again = await readDiffering(columnar);
  return found
    .filter(({ product, version }) => again.some(one => one.product === product && one.version === version))
    .map(({ product }) => product);
};
