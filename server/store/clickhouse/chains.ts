import type { Columnar } from './columnar.ts';
import { bound, NO_CONTACT, type Grouping, type Scope } from './counts.ts';
import { contactCounts, contactTable, instant } from './eligible.ts';
import { BEGUN, boundGrouping, CONVERTED, journeysOf, rowInSql } from './journeys.ts';
import { conversionsOf } from './paths.ts';
import { rowsOf } from './query.ts';

/** What the data-driven models count: who follows whom on paths, and which rows stand on a path together. */

/** How often one row came directly after another; `BEGUN` comes before the first, `CONVERTED` after the last contact of a conversion's path. */
export interface Passage { readonly from: number; readonly to: number; readonly times: number }

interface Raw { readonly came: number; readonly went: number; readonly times: string }
const passageOf = ({ came, went, times }: Raw): Passage => ({ from: came, to: went, times: Number(times) });

/** The passages of the paths of last (1) or middle (0) conversions. */
export const convertingPassages = async (columnar: Columnar, scope: Scope, grouping: Grouping, cvType: 0 | 1): Promise<Passage[]> =>
  (await rowsOf<Raw>(columnar, `
    SELECT came, went, count() AS times FROM (
      SELECT arrayMap(x -> ${rowInSql(grouping, 'x')}, ad_ids) AS keys FROM (${journeysOf(scope, `cv_type = ${cvType}`)}) WHERE notEmpty(ad_ids)
    ) ARRAY JOIN arrayPushFront(keys, toInt32(${BEGUN})) AS came, arrayPushBack(keys, toInt32(${CONVERTED})) AS went
    GROUP BY came, went ORDER BY came, went`, { ...bound(scope), ...boundGrouping(grouping) }, scope.signal)).map(passageOf);

/**
 * The passages of visitors who had contacts in the period and no such conversion: where a visitor's contacts of the period end, nothing follows. So of the
 * times that a row was come to, those that nothing followed are its visits less what went on from it. Reads the contacts in the order of their table.
 */
export const fruitlessPassages = async (columnar: Columnar, scope: Scope, grouping: Grouping, cvType: 0 | 1): Promise<Passage[]> =>
  (await rowsOf<Raw>(columnar, `
    SELECT came, went, count() AS times FROM (
      SELECT went, lagInFrame(went, 1, toInt32(${BEGUN})) OVER (PARTITION BY visitor_id ORDER BY ts, interaction_id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS came FROM (
        SELECT visitor_id, ts, interaction_id, ${rowInSql(grouping, 'ad_id')} AS went FROM ${contactTable(scope.rules)}
        WHERE product_id = {product: UInt32} AND ts >= ${instant('from')} AND ts < ${instant('until')} AND interaction_id <= {mark: UInt64} AND ${contactCounts(scope.rules)}
          AND visitor_id NOT IN (SELECT visitor_id FROM (${conversionsOf(scope.rules, `cv_type = ${cvType}`)}))
      )
    ) GROUP BY came, went ORDER BY came, went`, { ...bound(scope), ...boundGrouping(grouping) }, scope.signal)).map(passageOf);

/** Conversions by a row, how many different rows their path has, and which of these it is by number, from 1; without contact: n = 0. */
export interface Member { readonly row: number; readonly n: number; readonly i: number; readonly lasts: bigint; readonly middles: bigint; readonly sales: bigint }

/** The sets of rows that stand on paths together, as sums over the members. */
export const coalitionMembers = async (columnar: Columnar, scope: Scope, grouping: Grouping): Promise<Member[]> =>
  (await rowsOf<{ row: number; n: number; i: number; lasts: string; middles: string; sales: string }>(columnar, `
    SELECT if(n = 0, toInt32(${NO_CONTACT}), key) AS row, n, i, countIf(cv_type = 1) AS lasts, countIf(cv_type = 0) AS middles, sumIf(amount, cv_type = 1) AS sales FROM (
      SELECT cv_type, amount, arraySort(arrayDistinct(arrayMap(x -> ${rowInSql(grouping, 'x')}, ad_ids))) AS members, toUInt32(length(members)) AS n FROM (${journeysOf(scope)})
    ) LEFT ARRAY JOIN members AS key, arrayEnumerate(members) AS i
    GROUP BY row, n, i ORDER BY row, n, i`, { ...bound(scope), ...boundGrouping(grouping) }, scope.signal))
    .map(line => ({ row: line.row, n: line.n, i: line.i, lasts: BigInt(line.lasts), middles: BigInt(line.middles), sales: BigInt(line.sales) }));
