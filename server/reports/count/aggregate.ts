import { UNITS } from '../../attribution/models.ts';
import { creditTable } from '../../rollups/credit-table.ts';
import type { ProductDependencies } from '../../dependencies.ts';
import { contactTotals } from '../../store/clickhouse/queries/counts.ts';
import { isFiner } from '../../store/clickhouse/queries/row-layout.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import { impressionTotals } from '../../store/clickhouse/queries/impressions.ts';
import { pathCounts, type Division } from '../../store/clickhouse/queries/path-counts.ts';
import type { CreditTable } from '../../store/clickhouse/rollups/paths.ts';
import type { ProductRules, ReportAd } from '../../store/postgres/reports/costs.ts';
import { apportion } from '../../attribution/largest-remainder.ts';
import { billed } from './imported-costs.ts';
import { divisionsOf } from '../models/data-driven-models.ts';
import { feeShare } from './fees.ts';
import { emptyTally, type CountedKey, type Tally } from '../../attribution/counted.ts';
import { dataDrivenNumber, isPlaced, type AnyModel } from '../models/models.ts';
import { allocateNestedYen, needsFlatCounts, sharesByAd, sharesByOuter, type Nesting } from './nested-yen.ts';
import type { Period } from '../parse/period.ts';
import { resultSpending } from './result-costs.ts';
import type { Rows } from './rows.ts';

export interface Counting {
  readonly companyId: number;
  readonly ads: readonly ReportAd[];
  readonly period: Period;
  readonly rules: Pick<ProductRules, 'adCostLinkage'>;
}

const NOTHING: Division = { cv: 0n, middle: 0n, sales: 0n };

type CountedRows = Pick<Rows, 'grouping' | 'rowOf' | 'roundingRank'>;

/**
 * @property needsAssists whether the query requests assists, which alone require reading paths; otherwise it only
 *   states whether a row has any data
 * @property nesting of a nested report with distributed yen: outer rows then have the yen of the flat report
 */
interface TallyOptions {
  readonly table?: CreditTable;
  readonly needsAssists?: boolean;
  readonly nesting?: Nesting | null;
}

/** All counts that the stores return for the rows. An impression knows only its ad. */
const readCounts = async (
  { columnar, db }: Pick<ProductDependencies, 'columnar' | 'db'>,
  scope: Scope,
  { period, companyId, rules }: Pick<Counting, 'period' | 'companyId' | 'rules'>,
  { grouping, rowOf, roundingRank }: CountedRows,
  models: readonly AnyModel[],
  { table, needsAssists, nesting }: Required<TallyOptions>,
) => {
  const numbers = isFiner(grouping) ? [] : models.map(dataDrivenNumber).filter(number => number !== null);
  const placed = models.filter(isPlaced);
  const counted = pathCounts(columnar, scope, grouping, table, placed, needsAssists);
  const [found, contacts, impressions, results, bill, dataDriven] = await Promise.all([
    counted,
    contactTotals(columnar, scope, grouping),
    impressionTotals(columnar, scope),
    resultSpending({ columnar, db }, scope, companyId, period, { grouping, rowOf }),
    rules.adCostLinkage
      ? billed(
          { columnar, db },
          scope,
          companyId,
          period,
          isFiner(grouping) && grouping.evaluation === 1 ? 'new' : 'all',
        )
      : null,
    numbers.length > 0 && !isFiner(grouping)
      ? divisionsOf({ columnar }, scope, grouping, numbers, counted)
      : null,
  ]);
  const paths =
    roundingRank === undefined ? found : found.toSorted((a, b) => roundingRank(a.row) - roundingRank(b.row));
  const byAd =
    nesting !== null &&
    placed.length > 0 &&
    needsFlatCounts(
      nesting,
      paths.map(({ row }) => row),
    )
      ? await pathCounts(columnar, scope, null, table, placed, false)
      : null;
  return { paths, byAd, contacts, impressions, results, bill, dataDriven };
};
type Counts = Awaited<ReturnType<typeof readCounts>>;

/** Tallies by row, mutable: a report has thousands of rows. */
type Tallies = Map<number, Record<CountedKey, bigint>>;
const tallyAt = (rows: Tallies, row: number): Record<CountedKey, bigint> => {
  const known = rows.get(row);
  if (known !== undefined) return known;
  const tally = emptyTally();
  rows.set(row, tally);
  return tally;
};
const addCost = (rows: Tallies, row: number, approved: bigint, pending = 0n): void => {
  const tally = tallyAt(rows, row);
  tally.cost += approved;
  tally.cost_unapproved += approved + pending;
};

const addPaths = (tallies: Tallies, paths: Counts['paths']): void => {
  for (const line of paths) {
    const tally = tallyAt(tallies, line.row);
    ({
      cv: tally.cv,
      cv_middle: tally.cv_middle,
      amount: tally.amount,
      touches: tally.touches,
      elapsed: tally.elapsed,
      assists: tally.assists,
      assists_first: tally.assists_first,
    } = line);
    ({
      length_1: tally.length_1,
      length_2: tally.length_2,
      length_3: tally.length_3,
      length_4: tally.length_4,
      length_5: tally.length_5,
      length_6: tally.length_6,
    } = line);
  }
};

/** The values of a row that are the same under every model. */
const tallyCounts = (
  { paths, contacts, impressions, results, bill }: Counts,
  { ads, period }: Pick<Counting, 'ads' | 'period'>,
  { grouping, rowOf }: CountedRows,
): Tallies => {
  const finer = isFiner(grouping);
  const tallies: Tallies = new Map();
  for (const { row: counted, clicks, first_touches, cost } of contacts) {
    const row = finer ? counted : rowOf(counted);
    const tally = tallyAt(tallies, row);
    tally.clicks += clicks;
    tally.first_touches += first_touches;
    addCost(tallies, row, cost);
  }
  // An impression has none of the dimensions of contacts.
  for (const { ad_id, impressions: seen } of finer ? [] : impressions)
    tallyAt(tallies, rowOf(ad_id)).impressions += seen;
  for (const [adId, more] of bill?.corrections ?? []) addCost(tallies, rowOf(adId), more);
  for (const { row, approved, pending } of results) addCost(tallies, row, approved, pending);
  for (const ad of ads) {
    const fee = feeShare(ad, period.fromDay, period.untilDay);
    if (fee !== 0n) addCost(tallies, rowOf(ad.id), fee);
  }
  addPaths(tallies, paths);
  return tallies;
};

type RowDivision = readonly [row: number, division: Division];
/** The conversion counts of rows under a model. */
const divisionsUnder = (model: AnyModel, { paths, dataDriven }: Counts): readonly RowDivision[] => {
  if (isPlaced(model)) return paths.map(({ row, divisions }) => [row, divisions[model] ?? NOTHING]);
  const number = dataDrivenNumber(model);
  const rows = number === null ? undefined : dataDriven?.[number].rows;
  return [...(rows ?? [])].toSorted(([a], [b]) => a - b);
};

/** Whole yen by largest remainder: the sales in yen times units sum to whole yen. */
const allocateYen = (
  model: AnyModel,
  shares: readonly RowDivision[],
  byAd: Counts['byAd'],
  nesting: Nesting | null,
): bigint[] => {
  if (nesting === null)
    return apportion(
      shares.map(([, { sales }]) => sales),
      BigInt(UNITS),
    );
  const inner = shares.map(([row, { sales }]) => ({ outer: nesting.outerOf(row), sales }));
  const flat =
    byAd !== null && isPlaced(model)
      ? sharesByAd(
          nesting,
          byAd.map(({ row, divisions }) => ({ row, sales: divisions[model]?.sales ?? 0n })),
        )
      : sharesByOuter(nesting, inner);
  return allocateNestedYen(inner, flat);
};

/**
 * Counts every row of a report under each of the models: impressions, contacts, conversions by path, results
 * and fees, by the row's number.
 *
 * Paths always have all their contacts: ads hidden from the viewer keep their position and credit. With ads
 * as rows the count includes hidden ads and the answer omits them, so that an agency reads the same figures
 * as every other viewer. A group's row has the activity of its visible ads.
 */
export const tallyRows = async <M extends AnyModel>(
  parts: Pick<ProductDependencies, 'columnar' | 'db'>,
  scope: Scope,
  counting: Counting,
  rows: CountedRows,
  models: readonly M[],
  { table = creditTable, needsAssists = false, nesting = null }: TallyOptions = {},
): Promise<Record<M, Map<number, Tally>>> => {
  const counts = await readCounts(parts, scope, counting, rows, models, { table, needsAssists, nesting });
  const shared = tallyCounts(counts, counting, rows);
  const under = (model: M): Map<number, Tally> => {
    // A chain also gives credit to rows that occur only in journeys without a conversion.
    const shares = divisionsUnder(model, counts);
    const yen = allocateYen(model, shares, counts.byAd, nesting);
    for (const [row] of shares) tallyAt(shared, row);
    // The common counts are shared by all models; for a single model no copy is needed.
    const own =
      models.length === 1 ? shared : new Map([...shared].map(([row, tally]) => [row, { ...tally }]));
    for (const [index, [row, { cv, middle }]] of shares.entries()) {
      const tally = tallyAt(own, row);
      tally.division = cv;
      tally.middle_division = middle;
      tally.amount_division = yen[index] ?? 0n;
    }
    return own;
  };
  return Object.fromEntries(models.map(model => [model, under(model)])) as Record<M, Map<number, Tally>>;
};
