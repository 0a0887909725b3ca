import type { Columnar } from './columnar.ts';
import { bound, isFiner, keysOf, laidOut, type Layout, type Scope } from './counts.ts';
import { creditByRow, helpedByAd } from './daily-credit.ts';
import { unitsInSql, type CreditModel, type CreditTable } from './paths.ts';
import { rowsOf } from './query.ts';

/** What conversions give to the rows of a report, from their paths or from the sums of these. */

export interface Division { readonly cv: bigint; readonly middle: bigint; readonly sales: bigint }

/** What conversions give to one row. Times in milliseconds; divisions in credit units, and in yen times credit units. */
export interface PathCounts {
  readonly row: number;
  readonly cv: bigint; readonly cv_middle: bigint; readonly amount: bigint; readonly elapsed: bigint; readonly touches: bigint;
  readonly lengths: readonly [bigint, bigint, bigint, bigint, bigint, bigint];
  readonly assists: bigint; readonly assists_first: bigint;
  readonly divisions: Readonly<Partial<Record<CreditModel, Division>>>;
}

/**
 * Conversions by row, place and path length first: there are far fewer of these than contacts, and all models are functions of the place and the
 * length, so that each costs its arithmetic once a group and not once a contact. The three keys fit 128 bits, which groups faster than wider ones.
 */
const byPlace = (scope: Scope, layout: Layout, table: CreditTable, models: readonly CreditModel[]): string => {
  const units = unitsInSql(table);
  const divided = (model: CreditModel) =>
    `, sum(lasts * toUInt64(${model})) AS ${model}_cv, sum(middles * toUInt64(${model})) AS ${model}_middle, toString(sum(toInt128(sales) * toInt128(${model}))) AS ${model}_sales`;
  return `
  SELECT row, sumIf(lasts, i >= n) AS cv, sumIf(middles, i >= n) AS cv_middle, sumIf(sales, i >= n) AS amount_sum, sum(times) AS elapsed_sum, sumIf(lasts * n, i >= n) AS touches,
    ${[1, 2, 3, 4, 5].map(length => `sumIf(lasts, i = n AND n = ${length}) AS length_${length}`).join(', ')}, sumIf(lasts, i = n AND n >= 6) AS length_6,
    sum(helped) AS assists, sum(helped_first) AS assists_first
    ${models.map(divided).join('')}
  FROM (SELECT *, ${units.path} ${models.map(model => `, ${units[model]} AS ${model}`).join('')} FROM (
    SELECT if(n = 0, none, key) AS row, n, i, countIf(cv_type = 1) AS lasts, countIf(cv_type = 0) AS middles, sumIf(amount, cv_type = 1) AS sales,
      sumIf(elapsed, cv_type = 1 AND i = n) AS times, countIf(cv_type = 1 AND fresh = 1 AND key != last_key) AS helped, countIf(cv_type = 1 AND i = 1 AND key != last_key) AS helped_first
    FROM (
      SELECT cv_type, amount, elapsed, none, toUInt32(length(keys)) AS n, i, key, keys[n] AS last_key, fresh
      FROM (${keysOf(scope, layout)}) LEFT ARRAY JOIN keys AS key, arrayEnumerate(keys) AS i, arrayEnumerateUniq(keys) AS fresh
    ) GROUP BY row, n, i
  )) GROUP BY row ORDER BY row`;
};

/** Of rows with several ads: last conversions that each row helped, being on the path and not its end. It depends on what is a row, and is no sum over ads. */
const helping = (scope: Scope, layout: Layout): string => `
  SELECT key AS row, count() AS assists, countIf(key = keys[1]) AS assists_first FROM (SELECT keys FROM (${keysOf(scope, layout)}) WHERE cv_type = 1 AND length(keys) > 1)
  ARRAY JOIN arrayDistinct(keys) AS key WHERE key != keys[-1] GROUP BY row ORDER BY row`;

type Helped = Pick<PathCounts, 'row' | 'assists' | 'assists_first'>;

type Line = Readonly<Record<string, string>>;
const helpedOf = ({ row, assists, assists_first }: Line): Helped => ({ row: Number(row), assists: BigInt(assists ?? 0), assists_first: BigInt(assists_first ?? 0) });

/** What rows helped, and nothing else. */
export const helpedByRow = async (columnar: Columnar, scope: Scope, layout: Layout): Promise<Helped[]> => {
  const query = scope.source === 'derived' && layout === null ? helpedByAd : helping(scope, layout);
  return (await rowsOf<Line>(columnar, query, { ...bound(scope), ...laidOut(layout) }, scope.signal)).map(helpedOf);
};

/**
 * Conversions by row, with their division under each of `models`.
 *
 * @param helped whether `assists` are asked for; else they may be those of the single ads, which are above 0 only in rows of which something else is too
 */
export const pathCounts = async (
  columnar: Columnar, scope: Scope, layout: Layout, table: CreditTable, models: readonly CreditModel[], helped = true,
): Promise<PathCounts[]> => {
  const isSummed = scope.source === 'derived' && !isFiner(layout) && (table.stored || !models.includes('decay'));
  const [found, mixed] = await Promise.all([
    rowsOf<Line>(columnar, isSummed ? creditByRow(layout, table, models) : byPlace(scope, layout, table, models), { ...bound(scope), ...laidOut(layout) }, scope.signal),
    isSummed && helped && layout !== null && new Set(layout.rows).size < layout.rows.length ? helpedByRow(columnar, scope, layout) : null,
  ]);
  // Rows of one ad each helped what the ad did; ads that nobody knows may share a row.
  const others = mixed ?? (isSummed && helped && found.some(({ ads }) => Number(ads) > 1) ? await helpedByRow(columnar, scope, layout) : null);
  const helpedIn = others === null ? null : new Map(others.map(one => [one.row, one]));
  return found.map(line => {
    const of = (name: string) => BigInt(line[name] ?? 0);
    const row = Number(line['row']);
    const { assists, assists_first } = helpedIn === null ? helpedOf(line) : helpedIn.get(row) ?? { assists: 0n, assists_first: 0n };
    return {
      row, cv: of('cv'), cv_middle: of('cv_middle'), amount: of('amount_sum'), elapsed: of('elapsed_sum'), touches: of('touches'),
      lengths: [of('length_1'), of('length_2'), of('length_3'), of('length_4'), of('length_5'), of('length_6')],
      assists, assists_first,
      divisions: Object.fromEntries(models.map(model => [model, { cv: of(`${model}_cv`), middle: of(`${model}_middle`), sales: of(`${model}_sales`) }])),
    };
  });
};
