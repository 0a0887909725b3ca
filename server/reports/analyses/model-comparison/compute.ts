import type { Viewer } from '../../../http/visibility.ts';
import { MODELS, UNITS, type Model } from '../../../attribution/models.ts';
import { leftOut } from '../../../store/clickhouse/queries/counts.ts';
import type { Division } from '../../../store/clickhouse/queries/path-counts.ts';
import { apportion } from '../../../attribution/largest-remainder.ts';
import { axisOf, type AxisNumber } from '../../parse/axes.ts';
import { divisionsOf, MARKOV, MAX_STATES, SHAPLEY } from '../../models/data-driven-models.ts';
import { authorizeAnalysis, type AnalysisContext } from '../../parse/analysis-query.ts';
import { addTallies, countedOf, emptyTally, type Tally } from '../../../attribution/counted.ts';
import type { ReportParts } from '../../parse/query.ts';
import { labelsOf } from '../../count/labels.ts';
import {
  isShown,
  keyOf,
  remainderRank,
  rowsOfAds,
  type AdRows,
  type Row,
  type Rows,
} from '../../count/rows.ts';
import { analysisRules } from '../../shape/answer-rules.ts';
import { analysisOf, type CountPlan } from '../../plan/stages.ts';
import type { Scope } from '../../../store/clickhouse/queries/scope.ts';
import { tallyRows } from '../../count/aggregate.ts';
import type { ModelComparisonParameters } from './query.ts';
import { watermarkFields } from '../../parse/watermark.ts';

/**
 * Comparison of seven models over the same conversions: the five rule-based ones, the Markov chain and the
 * Shapley value.
 */

/** Whole yen by largest remainder over all rows, in the order of their numbers. */
const yenOf = (divisions: ReadonlyMap<number, Division>): ReadonlyMap<number, bigint> => {
  const rows = [...divisions.keys()].toSorted((a, b) => a - b);
  const yen = apportion(
    rows.map(row => divisions.get(row)?.sales ?? 0n),
    BigInt(UNITS),
  );
  return new Map(rows.map((row, index) => [row, yen[index] ?? 0n]));
};

const NUMBERS = [1, 2, 3, 4, 5, MARKOV, SHAPLEY] as const;
type Shares = {
  readonly [
    Key in `cv_division_${(typeof NUMBERS)[number]}` | `amount_division_${(typeof NUMBERS)[number]}`
  ]: number;
};

/** The shares of a row. @param seven its tallies under the models, in the order of `NUMBERS` */
const sharesOf = (seven: readonly Tally[]): Shares =>
  Object.fromEntries(
    NUMBERS.flatMap((number, index) => {
      const { division, amount_division } = countedOf(seven[index] ?? emptyTally());
      return [
        [`cv_division_${number}`, division],
        [`amount_division_${number}`, amount_division],
      ];
    }),
  ) as Shares;

/** The values of a row that are the same under every model. */
const commonFigures = (tally: Tally) => {
  const { clicks, cv, amount, cost } = countedOf(tally);
  return { clicks, cv, amount_sum: amount, ad_cost: cost };
};

interface ComparedRow {
  readonly number: number;
  readonly row: Row;
  readonly tally: Tally;
  readonly seven: readonly Tally[];
}
const isCounted = ({ tally, seven }: ComparedRow): boolean =>
  tally.clicks !== 0n ||
  tally.cv !== 0n ||
  tally.cost !== 0n ||
  seven.some(({ division }) => division !== 0n);
/**
 * Ordered by credit under the first model, largest first; rows without a value and conversions without a contact
 * come last.
 */
const byCredit = (a: ComparedRow, b: ComparedRow): number =>
  remainderRank(a.row) - remainderRank(b.row) ||
  Number((b.seven[0]?.division ?? 0n) - (a.seven[0]?.division ?? 0n)) ||
  a.number - b.number;

type DataDriven = Awaited<ReturnType<typeof divisionsOf>>[typeof MARKOV];
/** The shown rows with any counts, in the order of the answer. */
const compareRows = (
  tallies: Readonly<Record<Model, ReadonlyMap<number, Tally>>>,
  models: readonly DataDriven[],
  { read }: Pick<Rows, 'read'>,
  withoutContact: boolean,
): readonly ComparedRow[] => {
  const dataDriven = models.map(({ rows }) => ({ rows, yen: yenOf(rows) }));
  const under = (row: number): Tally[] => [
    ...MODELS.map(model => tallies[model].get(row) ?? emptyTally()),
    ...dataDriven.map(({ rows, yen }) => ({
      ...emptyTally(),
      division: rows.get(row)?.cv ?? 0n,
      amount_division: yen.get(row) ?? 0n,
    })),
  ];
  return [...tallies.linear]
    .map(([number, tally]) => ({ number, row: read(number), tally, seven: under(number) }))
    .filter(({ row }) => isShown(row, withoutContact))
    .filter(isCounted)
    .toSorted(byCredit);
};

interface ModelComparisonPlan extends AnalysisContext, CountPlan {
  readonly viewer: Viewer;
  readonly axis: AxisNumber;
  readonly rowsOfAxis: AdRows;
}

const planModelComparison = async (
  parts: ReportParts,
  viewer: Viewer,
  { axis, ...query }: ModelComparisonParameters,
): Promise<ModelComparisonPlan> => {
  const context = await authorizeAnalysis(parts, viewer, query);
  return {
    ...context,
    span: context.period,
    viewer,
    axis,
    rowsOfAxis: rowsOfAds([axisOf(axis).name], context),
  };
};

const countModels = async (parts: ReportParts, scope: Scope, plan: ModelComparisonPlan) => {
  const { rowsOfAxis, shown, viewer, axis } = plan;
  const tallied = tallyRows(parts, scope, plan, rowsOfAxis, MODELS);
  const counted = tallied.then(({ linear }) => [...linear].map(([row, tally]) => ({ row, ...tally })));
  const [tallies, divisions, out, labelOf] = await Promise.all([
    tallied,
    divisionsOf(parts, scope, rowsOfAxis.grouping, [MARKOV, SHAPLEY], counted, [1]),
    leftOut(parts.columnar, scope, shown === 'all' ? null : [...shown], rowsOfAxis.grouping),
    labelsOf(parts, viewer, plan, [axisOf(axis).name]),
  ]);
  return { tallies, markov: divisions[MARKOV], shapley: divisions[SHAPLEY], out, labelOf };
};

const deriveModels = (
  { rowsOfAxis, shown }: ModelComparisonPlan,
  { tallies, markov, shapley, out, labelOf }: Awaited<ReturnType<typeof countModels>>,
) => {
  const rows = compareRows(tallies, [markov, shapley], rowsOfAxis, shown === 'all');
  return {
    out,
    rows: rows.map(({ number, row, tally, seven }) => ({
      key: keyOf(row),
      label: labelOf(row),
      ...commonFigures(tally),
      ...sharesOf(seven),
      removal_effect: markov.basis.effects.get(number) ?? null,
    })),
    totals: {
      ...commonFigures(addTallies(rows.map(({ tally }) => tally))),
      ...sharesOf(
        NUMBERS.map((_, index) => addTallies(rows.map(({ seven }) => seven[index] ?? emptyTally()))),
      ),
    },
    basis: {
      conversions: markov.basis.conversions,
      journeys_without: markov.basis.nonConvertingJourneys,
      states: markov.basis.states,
      max_states: MAX_STATES,
    },
  };
};

const shapeModels = (
  plan: ModelComparisonPlan,
  { out, rows, totals, basis }: ReturnType<typeof deriveModels>,
  watermark: string,
) => ({
  rules: { ...analysisRules(plan, plan.where), axis: plan.axis },
  ...watermarkFields(watermark),
  left_out: out,
  rows,
  totals,
  basis,
});

/** @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out` */
export const computeModelComparison = analysisOf(planModelComparison, {
  count: countModels,
  derive: deriveModels,
  shape: shapeModels,
});
