import { outsideMonths, linesWithin } from '../rollups/calendar.ts';
import { firstConversions, hasConverted, type Cells } from './dimension-rows.ts';
import type { Columnar } from '../engine/columnar.ts';
import { TIME_EXPRESSIONS } from './conditions.ts';
import { keysOf } from './counts.ts';
import { cellOf, kindOf, neededColumns } from './dimension-rollups.ts';
import { KINDS } from '../rollups/kinds.ts';
import { layoutParameters } from './row-layout.ts';
import { resultsIn } from '../rollups/result-placement.ts';
import { bound, derivedDays, period, type Scope } from './scope.ts';
import { ofProduct } from '../rollups/rollup.ts';
import { columnwise } from '../engine/query.ts';
import { parseInteger } from '../engine/parse-integer.ts';

/** The cost of results in the rows of the contacts that they were created for. */

/**
 * The cost of results in 1/100 yen: of a row where `placed`; else of an ad (0: none), for results whose contact
 * is not on the path of the conversion or whose conversion does not count.
 */
export interface Placed {
  readonly placed: boolean;
  readonly place: number;
  readonly approved: bigint;
  readonly pending: bigint;
}

/** @param lines of placed (1: place is a row; 0: an ad), place, approved and pending */
const sumPlaced = async (
  columnar: Columnar,
  scope: Scope,
  cells: Cells,
  lines: string,
): Promise<Placed[]> => {
  const {
    placed = [],
    place = [],
    approved = [],
    pending = [],
  } = await columnwise(
    columnar,
    `
    SELECT placed, toFloat64(place) AS place, sum(a) AS approved, sum(p) AS pending FROM (${lines}) GROUP BY placed, place`,
    { ...bound(scope), ...layoutParameters(cells) },
    scope.signal,
  );
  return placed.map((is, at) => ({
    placed: is === 1,
    place: Number(place[at]),
    approved: parseInteger(approved[at]),
    pending: parseInteger(pending[at]),
  }));
};

/** Conversions of a period, counted or not, whose visitors had converted before: at (ms), conversion_id. */
const ofExistingVisitors = (scope: Scope): string => `
  SELECT c.at, c.conversion_id FROM (
    SELECT conversion_id, visitor_id, toUnixTimestamp64Milli(ts) AS at FROM conversion WHERE product_id = {product: UInt32} AND ${period}
  ) AS c INNER JOIN (${firstConversions(scope.rules)}) AS f ON f.visitor_id = c.visitor_id WHERE ${hasConverted('c.at')} = 1`;

/**
 * Sums results by the row of their contact on the path of their conversion. Where rows are of new visitors
 * only, results of other visitors are left out.
 *
 * @param scope its period must contain the conversions of the results
 * @param lines results in the format of `resultsIn`
 */
export const placeResults = (
  columnar: Columnar,
  scope: Scope,
  cells: Cells,
  lines: string,
): Promise<Placed[]> =>
  sumPlaced(
    columnar,
    scope,
    cells,
    `
  WITH r AS (SELECT * FROM ${resultsIn(lines)})
  SELECT toUInt8(indexOf(p.interaction_ids, r.interaction_id) > 0) AS placed, if(placed = 1, p.keys[indexOf(p.interaction_ids, r.interaction_id)], toInt64(r.own_ad)) AS place, r.approved AS a, r.pending AS p
  FROM r ANY LEFT JOIN (
    SELECT conversion_id, converted, interaction_ids, keys FROM (${keysOf(scope, cells, "(ts, conversion_id) IN (SELECT fromUnixTimestamp64Milli(at, 'UTC'), conversion_id FROM r)")})
  ) AS p ON p.conversion_id = r.conversion_id AND p.converted = r.at
  ${cells.evaluation === 1 ? `WHERE (r.at, r.conversion_id) NOT IN (${ofExistingVisitors(scope)})` : ''}`,
  );

/** The cost of the results that rollups contain. */
export const derivedResults = (columnar: Columnar, scope: Scope, cells: Cells): Promise<Placed[]> => {
  const needs = neededColumns(cells);
  const kind = kindOf(cells);
  const { evaluation } = cells;
  const hasVisitorType = evaluation === 2 || evaluation === 3;
  const by = ['placed', 'ad_id', ...KINDS.filter(name => needs[name]), ...(hasVisitorType ? ['past'] : [])];
  const lines = (table: string, where: string, known: Readonly<Record<string, string>>) => {
    const of: Readonly<Record<string, string>> = {
      ...known,
      ...(!needs.ad && { ad_id: 'if(l.placed = 1, 0, l.ad_id)' }),
    };
    return `SELECT ${by.map(key => `${of[key] ?? `l.${key}`} AS ${key}`).join(', ')}, l.approved AS approved, l.pending AS pending FROM ${table} AS l WHERE ${where}${evaluation === 1 ? ' AND l.past = 0' : ''}`;
  };
  const storedMonths = kind === null ? [] : linesWithin(scope);
  const remainingDays = storedMonths.length === 0 ? '1' : outsideMonths(scope, 'day');
  const ofMonths =
    storedMonths.length === 0 || kind === null
      ? []
      : [
          lines(
            'monthly_result',
            `${ofProduct} AND l.kind = '${kind}' AND l.month IN (${storedMonths.join(', ')})`,
            { [kind]: 'l.value' },
          ),
        ];
  const ofDays =
    remainingDays === null
      ? []
      : [
          lines('result_line', `${derivedDays()} AND ${remainingDays}`, {
            hour: 'toUInt64(l.hour)',
            weekday: 'toUInt64(l.weekday)',
          }),
        ];
  const state = hasVisitorType ? ` + 1 + (past >= ${evaluation})` : '';
  const row = cellOf(cells, { ad: 'ad_id', agent: 'agent', landing: 'landing', times: TIME_EXPRESSIONS });
  return sumPlaced(
    columnar,
    scope,
    cells,
    `
    SELECT placed, if(placed = 1, toInt64(${row}${state}), toInt64(ad_id)) AS place, a, p FROM (
      SELECT ${by.join(', ')}, sum(approved) AS a, sum(pending) AS p FROM (${[...ofMonths, ...ofDays].join(' UNION ALL ')}) GROUP BY ${by.join(', ')})`,
  );
};
