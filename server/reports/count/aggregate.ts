import { UNITS, type Model } from '../../attribution/models.ts';
import { creditTable } from '../../rollups/deriver.ts';
import type { Dependencies } from '../../dependencies.ts';
import { contactTotals } from '../../store/clickhouse/queries/counts.ts';
import { isFiner, NO_CONTACT, type Grouping } from '../../store/clickhouse/queries/row-layout.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import { impressionTotals } from '../../store/clickhouse/events/impressions.ts';
import { pathCounts, type Division } from '../../store/clickhouse/queries/path-counts.ts';
import type { CreditTable } from '../../store/clickhouse/rollups/paths.ts';
import type { ProductRules, ReportAd } from '../../store/postgres/reports/costs.ts';
import { apportion } from '../shape/largest-remainder.ts';
import { axisOf, type AxisNumber } from '../parse/axes.ts';
import { billed } from './imported-costs.ts';
import { divisionsOf } from '../models/data-driven-models.ts';
import { feeShare } from './fees.ts';
import { emptyTally, type CountedKey, type Tally } from '../../attribution/metrics.ts';
import { dataDrivenNumber, isPlaced, type AnyModel } from '../models/models.ts';
import {
  allocateNestedYen,
  needsFlatCounts,
  sharesByAd,
  sharesByOuter,
  type Nesting,
} from '../shape/nested-yen.ts';
import type { Period } from '../parse/period.ts';
import { resultSpending } from './result-costs.ts';
import { HIDDEN, UNGROUPED, type Rows } from './rows.ts';

export interface Counting {
  readonly companyId: number;
  readonly ads: readonly ReportAd[];
  readonly axis: AxisNumber;
  readonly visible: 'all' | ReadonlySet<number>;
  readonly period: Period;
  readonly rules: Pick<ProductRules, 'adCostLinkage'>;
}

const NOTHING: Division = { cv: 0n, middle: 0n, sales: 0n };

type RowsAsked = Pick<Rows, 'grouping' | 'rowOf' | 'place'>;

/** The rows of one of the axes 1..6, each by the number of its ad or group. */
export const groupsOf = ({
  ads,
  axis,
  visible,
}: Pick<Counting, 'ads' | 'axis' | 'visible'>): Pick<Rows, 'grouping' | 'rowOf'> & {
  readonly grouping: Grouping;
} => {
  const { group } = axisOf(axis);
  const known =
    group === null
      ? null
      : new Map(
          ads
            .filter(ad => visible === 'all' || visible.has(ad.id))
            .map(ad => [ad.id, group(ad) ?? UNGROUPED]),
        );
  const other = visible === 'all' ? UNGROUPED : HIDDEN;
  return {
    grouping: known === null ? null : { ads: [...known.keys()], rows: [...known.values()], other },
    rowOf: ad => (ad === null ? NO_CONTACT : known === null ? ad : (known.get(ad) ?? other)),
  };
};

/**
 * Counts every row of a report, under each of the models: impressions, contacts, conversions by path, results
 * and fees, by the row's number.
 *
 * Paths are always whole: ads that the viewer may not see keep their place and their credit. With ads as rows
 * all of them are counted here and the
 * hidden ones left out when the answer is shaped, so that an agency reads the same figures as everybody; on a
 * group's row stands what its visible ads did.
 *
 * @param helped whether what rows helped is asked for: it alone has to look at paths. Else it says no more
 *   than whether there is something in a row
 * @param nesting of a nested report whose distributed yen are read: outer rows then have the yen of the flat
 *   report
 */
export const tallyRows = async <M extends AnyModel>(
  { columnar, db }: Pick<Dependencies, 'columnar' | 'db'>,
  scope: Scope,
  { ads, period, companyId, rules }: Omit<Counting, 'axis' | 'visible'>,
  { grouping, rowOf, place }: RowsAsked,
  models: readonly M[],
  {
    table = creditTable,
    helped = false,
    nesting = null,
  }: { readonly table?: CreditTable; readonly helped?: boolean; readonly nesting?: Nesting | null } = {},
): Promise<Record<M, Map<number, Tally>>> => {
  const numbers = isFiner(grouping) ? [] : models.map(dataDrivenNumber).filter(number => number !== null);
  const placed = models.filter((model): model is M & Model => isPlaced(model));
  const counted = pathCounts(columnar, scope, grouping, table, placed, helped);
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

  const paths = place === undefined ? found : found.toSorted((a, b) => place(a.row) - place(b.row));
  const byAd =
    nesting !== null &&
    placed.length > 0 &&
    needsFlatCounts(
      nesting,
      paths.map(({ row }) => row),
    )
      ? await pathCounts(columnar, scope, null, table, placed, false)
      : null;
  const finer = isFiner(grouping);
  const shared = new Map<number, Record<CountedKey, bigint>>();
  const at = (rows: Map<number, Record<CountedKey, bigint>>, row: number) => {
    const known = rows.get(row);
    if (known !== undefined) return known;
    const tally = emptyTally();
    rows.set(row, tally);
    return tally;
  };
  const spend = (row: number, approved: bigint, pending = 0n) => {
    const tally = at(shared, row);
    tally.cost += approved;
    tally.cost_unapproved += approved + pending;
  };
  for (const { row: counted, clicks, first_touches, cost } of contacts) {
    const row = finer ? counted : rowOf(counted);
    const tally = at(shared, row);
    tally.clicks += clicks;
    tally.first_touches += first_touches;
    spend(row, cost);
  }
  // An impression knows nothing of what contacts are told apart by.
  for (const { ad_id, impressions: seen } of finer ? [] : impressions)
    at(shared, rowOf(ad_id)).impressions += seen;
  for (const [adId, more] of bill?.corrections ?? []) spend(rowOf(adId), more);
  for (const { row, approved, pending } of results) spend(row, approved, pending);
  for (const ad of ads) {
    const fee = feeShare(ad, period.fromDay, period.untilDay);
    if (fee !== 0n) spend(rowOf(ad.id), fee);
  }
  for (const line of paths) {
    const tally = at(shared, line.row);
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

  /** Whole yen by largest remainder: the sales in yen times units sum to whole yen. */
  const allocateYen = (
    model: M,
    shares: readonly (readonly [row: number, division: Division])[],
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
  const under = (model: M): Map<number, Tally> => {
    const number = dataDrivenNumber(model);
    // A chain gives credit to rows, too, that only journeys without a conversion came to.
    const shares = isPlaced(model)
      ? paths.map(({ row, divisions }) => [row, divisions[model] ?? NOTHING] as const)
      : [...((number === null ? undefined : dataDriven?.[number].rows) ?? [])].toSorted(([a], [b]) => a - b);
    const yen = allocateYen(model, shares);
    for (const [row] of shares) at(shared, row);
    // What is counted once is every model's; of one alone it need not be copied.
    const own =
      models.length === 1 ? shared : new Map([...shared].map(([row, tally]) => [row, { ...tally }]));
    for (const [index, [row, { cv, middle }]] of shares.entries()) {
      const tally = at(own, row);
      tally.division = cv;
      tally.middle_division = middle;
      tally.amount_division = yen[index] ?? 0n;
    }
    return own;
  };
  return Object.fromEntries(models.map(model => [model, under(model)])) as Record<M, Map<number, Tally>>;
};
