import type { Viewer } from '../../../http/visibility.ts';
import { leftOut, type LeftOut } from '../../../store/clickhouse/queries/counts.ts';
import type { Slices } from '../../../store/clickhouse/queries/trends.ts';
import type { Scope } from '../../../store/clickhouse/queries/scope.ts';
import type { ProductRules } from '../../../store/postgres/reports/costs.ts';
import { dayText } from '../../../platform/time.ts';
import { metricRules, type MetricRules } from '../../shape/answer-rules.ts';
import { labelsOf } from '../../count/labels.ts';
import { countLevel, planOf, refuseDataDriven, type Plan } from '../../plan/plan.ts';
import { columnsOf, type Measured, type MetricKey } from '../../../attribution/metrics.ts';
import { parseAnyModel, numberOfModel, type AnyModel } from '../../models/models.ts';
import type { Period } from '../../parse/period.ts';
import type { ReportOptions, ReportParameters, ReportParts } from '../../parse/query.ts';
import { shape, type Level, type ShapedRow } from '../../shape/shape.ts';
import { runStages, type CountPlan, type Stages } from '../../plan/stages.ts';
import type { Row } from '../../count/rows.ts';
import { trendsOfRows, firstDays, slicesOf } from '../../count/trends.ts';
import { watermarkFields } from '../../parse/watermark.ts';

/** The inputs of a report: the same rules and the same watermark give the same bytes. */
export interface AnswerRules extends MetricRules {
  readonly axis: number;
  readonly axes: string[];
  readonly model: number;
  readonly evaluation: number | null;
}
export interface Answer<Key extends MetricKey = MetricKey> {
  readonly rules: AnswerRules;
  readonly watermark: string;
  readonly watermark_at: string | null;
  readonly left_out: LeftOut;
  readonly columns: ReturnType<typeof columnsOf>;
  /** Metrics that the query does not support: they are null. */
  readonly absent: MetricKey[];
  /** The first days of the slices of row trends. */
  readonly trend_from: string[];
  readonly rows: ShapedRow<Key>[];
  readonly totals: Measured<Key>;
  readonly compared_totals?: Measured<Key> & { readonly from: string; readonly to: string };
}

/** The metrics that rows finer than ads lack: an impression knows only its ad. */
const FINER_LACK: readonly MetricKey[] = ['impressions'];

/** The plan of a report over rows under some models. */
interface ReportPlan<Key extends MetricKey, M extends AnyModel> extends Plan, Omit<CountPlan, 'fromEvents'> {
  readonly viewer: Viewer;
  readonly parameters: ReportParameters<Key>;
  readonly models: readonly M[];
  /** The slices of row trends; null: none are requested. */
  readonly slices: Slices | null;
  readonly absent: ReadonlySet<MetricKey>;
}

/** @throws {Failure} `invalid`, `no_permission_for_data` */
export const planReport = async <Key extends MetricKey, M extends AnyModel>(
  parts: ReportParts,
  viewer: Viewer,
  parameters: ReportParameters<Key>,
  modelsOf: (rules: ProductRules) => readonly M[],
): Promise<ReportPlan<Key, M>> => {
  const plan = await planOf(parts, viewer, parameters);
  const { rules, period } = plan.query;
  const models = modelsOf(rules);
  refuseDataDriven(plan, models);
  return {
    ...plan,
    rules,
    span: period,
    viewer,
    parameters,
    models,
    slices: parameters.trend === true ? slicesOf(period) : null,
    absent: new Set(plan.hasFinerRows ? FINER_LACK : []),
  };
};

/** The plan of a report under the model that its query names; default: the product's. */
export const planRequestedModel = <Key extends MetricKey>(
  parts: ReportParts,
  viewer: Viewer,
  parameters: ReportParameters<Key>,
): Promise<ReportPlan<Key, AnyModel>> => {
  const requested = parameters.model === undefined ? null : parseAnyModel(parameters.model);
  return planReport(parts, viewer, parameters, rules => [requested ?? parseAnyModel(rules.attributionModel)]);
};

/** What the stores return for a report: the rows of its period and of the comparison period, and their names. */
interface ReportCounts<M extends AnyModel> {
  readonly now: Record<M, Level>;
  readonly before: Record<M, Level> | null;
  readonly trends: Awaited<ReturnType<typeof trendsOfRows>> | null;
  readonly out: LeftOut;
  readonly labelOf: (row: Row) => string;
}

const countReport = async <Key extends MetricKey, M extends AnyModel>(
  parts: ReportParts,
  plain: Scope,
  plan: ReportPlan<Key, M>,
): Promise<ReportCounts<M>> => {
  const { query, axisNames, viewer, parameters, models, slices } = plan;
  const { shown } = query.filters;
  const scope = plan.scopeOf(plain);
  const labels = labelsOf(parts, viewer, query, axisNames);
  const plannedRows = await plan.planRows(scope);
  const level = (within: Period) =>
    countLevel(parts, plan, scope, plannedRows, within, models, parameters.metrics);
  const [now, before, trends, out, labelOf] = await Promise.all([
    level(query.period),
    query.compared && level(query.compared),
    slices && trendsOfRows(parts, scope, plannedRows.rows, slices),
    leftOut(parts.columnar, scope, shown === 'all' ? null : [...shown], plannedRows.rows.grouping),
    labels,
  ]);
  return { now, before, trends, out, labelOf };
};

/** The rows and totals of a report under each of its models. */
interface DerivedReport<Key extends MetricKey, M extends AnyModel> {
  readonly byModel: readonly (readonly [M, ReturnType<typeof shape<Key>>])[];
  readonly out: LeftOut;
}

const deriveReport = <Key extends MetricKey, M extends AnyModel>(
  { models, parameters, absent, query }: ReportPlan<Key, M>,
  { now, before, trends, out, labelOf }: ReportCounts<M>,
): DerivedReport<Key, M> => ({
  byModel: models.map(model => [
    model,
    shape(now[model], before && before[model], {
      metrics: parameters.metrics,
      absent,
      approval: query.approval,
      label: labelOf,
      trends,
    }),
  ]),
  out,
});

const shapeComparedTotals = <Key extends MetricKey>(
  compared: Period | null,
  totals: Measured<Key> | null,
): Pick<Answer<Key>, 'compared_totals'> =>
  compared === null || totals === null
    ? {}
    : {
        compared_totals: {
          from: dayText(compared.fromDay),
          to: dayText(compared.untilDay - 1),
          ...totals,
        },
      };

const shapeReport = <Key extends MetricKey, M extends AnyModel>(
  { query, axisNames, evaluation, parameters, slices, absent }: ReportPlan<Key, M>,
  { byModel, out }: DerivedReport<Key, M>,
  watermark: string,
): Record<M, Answer<Key>> => {
  const answerOf = (model: M, derived: ReturnType<typeof shape<Key>>): Answer<Key> => {
    const { compared_totals: comparedTotals, ...rowsAndTotals } = derived;
    return {
      rules: {
        ...metricRules(query, parameters),
        axis: parameters.axis,
        axes: [...axisNames],
        model: numberOfModel(model),
        evaluation,
      },
      ...watermarkFields(watermark),
      left_out: out,
      columns: columnsOf(parameters.metrics),
      absent: [...absent],
      trend_from: slices === null ? [] : firstDays(slices),
      ...rowsAndTotals,
      ...shapeComparedTotals(query.compared, comparedTotals),
    };
  };
  return Object.fromEntries(byModel.map(([model, derived]) => [model, answerOf(model, derived)])) as Record<
    M,
    Answer<Key>
  >;
};

/** The stages of a report over rows after its plan. */
export const reportStages = <Key extends MetricKey, M extends AnyModel>(): Stages<
  ReportPlan<Key, M>,
  ReportCounts<M>,
  DerivedReport<Key, M>,
  Record<M, Answer<Key>>
> => ({ count: countReport, derive: deriveReport, shape: shapeReport });

/**
 * Answers a query under each of the models, counted in one pass.
 *
 * Totals are the sums of the rows, so a split always sums to its total; ratios are computed from the summed
 * counts.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const computeModelReports = async <Key extends MetricKey, M extends AnyModel>(
  parts: ReportParts,
  viewer: Viewer,
  parameters: ReportParameters<Key>,
  modelsOf: (rules: ProductRules) => readonly M[],
  options: ReportOptions = {},
): Promise<Record<M, Answer<Key>>> =>
  runStages(parts, await planReport(parts, viewer, parameters, modelsOf), reportStages(), options);

/** The only answer of a report under one model. */
export const onlyAnswer = <Key extends MetricKey>(
  answers: Readonly<Record<string, Answer<Key>>>,
): Answer<Key> => {
  const [answer] = Object.values(answers);
  if (answer === undefined) throw new Error('a report has one model at least');
  return answer;
};

/**
 * Answers a query under the model that it names; default: the product's.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const computeReport = async <Key extends MetricKey>(
  parts: ReportParts,
  viewer: Viewer,
  parameters: ReportParameters<Key>,
  options: ReportOptions = {},
): Promise<Answer<Key>> =>
  onlyAnswer(
    await runStages(parts, await planRequestedModel(parts, viewer, parameters), reportStages(), options),
  );
