import type { Cells } from './cells.ts';
import type { Columnar } from './columnar.ts';
import { bound, keysOf, laidOut, type Scope } from './counts.ts';
import { rowsOf } from './query.ts';

/** The rows of single contacts of single paths. */

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
