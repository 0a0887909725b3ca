import { firstConversions, hasConverted, type Cells } from './cells.ts';
import type { Columnar } from './columnar.ts';
import { bound, keysOf, laidOut, type Scope } from './counts.ts';
import { instant } from './eligible.ts';
import { rowsOf } from './query.ts';

/** The rows of single contacts of single paths, and whose single conversions are. */

/** A contact of a conversion's path, both by their ids, decimal strings. */
export interface Step { readonly conversion: string; readonly interaction: string }

/** Ids as one word of the query: a list of numbers would be a node of its syntax each. */
const listed = (ids: readonly string[]): string => {
  if (!ids.every(id => /^\d+$/.test(id))) throw new RangeError('an id is a whole number');
  return `splitByChar(',', '${ids.join(',')}')`;
};

/**
 * In which row each of some contacts stands on the path of its conversion; one that is not on that path, or whose conversion does not count, is not among them.
 *
 * @param scope whose period has these conversions
 * @param steps some ten thousands at most: they stand in the text of the query
 */
export const rowsOfSteps = async (columnar: Columnar, scope: Scope, cells: Cells, steps: readonly Step[]): Promise<(Step & { readonly row: number })[]> => {
  if (steps.length === 0) return [];
  const [conversions, interactions] = [listed(steps.map(({ conversion }) => conversion)), listed(steps.map(({ interaction }) => interaction))];
  const these = { ...scope, made: { sql: `conversion_id IN (SELECT toUInt64(arrayJoin(${conversions})))`, given: {} } };
  const found = await rowsOf<{ conversion: string; interaction: string; row: string }>(columnar, `
    SELECT toString(conversion_id) AS conversion, toString(step) AS interaction, key AS row FROM (${keysOf(these, cells)}) ARRAY JOIN interaction_ids AS step, keys AS key
    WHERE (conversion_id, step) IN (SELECT toUInt64(pair.1), toUInt64(pair.2) FROM (SELECT arrayJoin(arrayZip(${conversions}, ${interactions})) AS pair))`,
  { ...bound(these), ...laidOut(cells) }, scope.signal);
  return found.map(line => ({ ...line, row: Number(line.row) }));
};

/**
 * Which of some conversions are of visitors who had converted before, whether they themselves count or not.
 *
 * @param scope whose period has these conversions
 * @param conversions ids, some ten thousands at most
 */
export const ofExistingVisitors = async (columnar: Columnar, scope: Scope, conversions: readonly string[]): Promise<ReadonlySet<string>> => {
  if (conversions.length === 0) return new Set();
  const found = await rowsOf<{ id: string }>(columnar, `
    SELECT toString(c.conversion_id) AS id FROM (
      SELECT conversion_id, visitor_id, toUnixTimestamp64Milli(ts) AS at FROM conversion
      WHERE product_id = {product: UInt32} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND conversion_id IN (SELECT toUInt64(arrayJoin(${listed(conversions)})))
    ) AS c INNER JOIN (${firstConversions(scope.rules)}) AS f ON f.visitor_id = c.visitor_id WHERE ${hasConverted('c.at')} = 1`, bound(scope), scope.signal);
  return new Set(found.map(({ id }) => id));
};
