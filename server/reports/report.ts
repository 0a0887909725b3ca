import type { Viewer } from '../http/visibility.ts';
import { leftOut, type LeftOut } from '../store/clickhouse/queries/counts.ts';
import type { Slices } from '../store/clickhouse/queries/trends.ts';
import type { Scope } from '../store/clickhouse/queries/scope.ts';
import type { ProductRules } from '../store/postgres/reports/costs.ts';
import { dayText } from '../platform/time.ts';
import { metricRules, type MetricRules } from './shape/answer-rules.ts';
import { labelsOf } from './count/labels.ts';
import { countLevel, planOf, refuseDataDriven } from './plan/plan.ts';
import { columnsOf, type Measured, type MetricKey } from '../attribution/metrics.ts';
import { anyModelAsked, numberOfModel, type AnyModel } from './models/models.ts';
import type { Period } from './parse/period.ts';
import type { Options, ReportParameters, ReportParts } from './parse/query.ts';
import { shape, type ShapedRow } from './shape/shape.ts';
import { makeAt } from './plan/snapshot.ts';
import { coursesOf, firstDays, slicesOf } from './count/trends.ts';
import { upTo } from './plan/watermark.ts';

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

/** The parts of an answer besides its rows and totals. */
interface Answering {
  readonly plan: Awaited<ReturnType<typeof planOf>>;
  readonly mark: string;
  readonly slices: Slices | null;
  readonly absent: ReadonlySet<MetricKey>;
}

/** The answer of one model. */
const answerOf = <Key extends MetricKey>(
  question: ReportParameters<Key>,
  model: AnyModel,
  { shaped, out }: { readonly shaped: ReturnType<typeof shape<Key>>; readonly out: LeftOut },
  { plan: { read, names, evaluation }, mark, slices, absent }: Answering,
): Answer<Key> => {
  const { compared } = read;
  const { compared_totals, ...rowsAndTotals } = shaped;
  return {
    rules: {
      ...metricRules(read, question),
      axis: question.axis,
      axes: [...names],
      model: numberOfModel(model),
      evaluation,
    },
    ...upTo(mark),
    left_out: out,
    columns: columnsOf(question.metrics),
    absent: [...absent],
    trend_from: slices === null ? [] : firstDays(slices),
    ...rowsAndTotals,
    ...(compared !== null &&
      compared_totals !== null && {
        compared_totals: {
          from: dayText(compared.fromDay),
          to: dayText(compared.untilDay - 1),
          ...compared_totals,
        },
      }),
  };
};

/**
 * Answers a query under each of the given models, counted in one pass.
 *
 * Totals are the sums of the rows, so a split always sums to its total; ratios are computed from the summed
 * counts.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const askModels = async <Key extends MetricKey, M extends AnyModel>(
  parts: ReportParts,
  viewer: Viewer,
  question: ReportParameters<Key>,
  modelsOf: (rules: ProductRules) => readonly M[],
  { signal, ...over }: Options = {},
): Promise<Record<M, Answer<Key>>> => {
  const plan = await planOf(parts, viewer, question);
  const { read, names, finer } = plan;
  const {
    rules,
    period,
    compared,
    filters: { shown },
    approval,
  } = read;
  const models = modelsOf(rules);
  refuseDataDriven(plan, models);
  const slices = question.trend === true ? slicesOf(period) : null;
  const absent: ReadonlySet<MetricKey> = new Set(finer ? FINER_LACK : []);
  const named = labelsOf(parts, viewer, read, names);
  const count = async (plain: Scope) => {
    const scope = plan.scopeOf(plain);
    const plannedRows = await plan.layOut(scope);
    const level = (within: Period) =>
      countLevel(parts, plan, scope, plannedRows, within, models, question.metrics);
    const [now, before, course, out, label] = await Promise.all([
      level(period),
      compared && level(compared),
      slices && coursesOf(parts, scope, plannedRows.rows, slices),
      leftOut(parts.columnar, scope, shown === 'all' ? null : [...shown]),
      named,
    ]);
    return { now, before, course, out, label };
  };
  const { answer: answers, mark } = await makeAt(
    parts,
    rules,
    period,
    signal,
    count,
    ({ now, before, course, out, label }) =>
      models.map(model => ({
        model,
        shaped: shape(now[model], before && before[model], {
          metrics: question.metrics,
          absent,
          approval,
          label,
          course,
        }),
        out,
      })),
    { ...over, ...(plan.fromEvents && { source: 'events' }) },
  );

  const answering = { plan, mark, slices, absent };
  return Object.fromEntries(
    answers.map(({ model, ...counted }) => [model, answerOf(question, model, counted, answering)]),
  ) as Record<M, Answer<Key>>;
};

/**
 * Answers a query under the model that it names; default: the product's.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const ask = async <Key extends MetricKey>(
  parts: ReportParts,
  viewer: Viewer,
  question: ReportParameters<Key>,
  options: Options = {},
): Promise<Answer<Key>> => {
  const requestedModel = question.model === undefined ? null : anyModelAsked(question.model);
  const [answer] = Object.values(
    await askModels(
      parts,
      viewer,
      question,
      rules => [requestedModel ?? anyModelAsked(rules.attributionModel)],
      options,
    ),
  );
  if (answer === undefined) throw new Error('a question has an answer');
  return answer;
};
