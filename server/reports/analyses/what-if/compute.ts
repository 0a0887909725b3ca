import type { Viewer } from '../../../http/visibility.ts';
import { columnsOf, measure, metrics, type Measured, type Unit } from '../../../attribution/metrics.ts';
import { countedOf, emptyTally } from '../../../attribution/counted.ts';
import type { ReportOptions, ReportParameters, ReportParts } from '../../parse/query.ts';
import { onlyAnswer, planRequestedModel, reportStages, type Answer } from '../row-report/compute.ts';
import type { AnyModel } from '../../models/models.ts';
import { runStages } from '../../plan/stages.ts';
import type { ShapedRow } from '../../shape/shape.ts';
import type { WhatIfParameters } from './query.ts';
import { WHAT_IF_METRICS, type WhatIfMetric } from './schema.ts';

/**
 * What-if: a report under other rules next to the same report under the present rules, with the differences
 * of each row. Nothing is stored.
 */

type Figures = Measured<WhatIfMetric>;

/** Rounded to the precision of the metrics: the residue of subtracting doubles is no difference. */
const PARTS: Readonly<Record<Unit, number>> = { count: 1e9, yen: 100, ratio: 1e12, seconds: 1000 };
export const differenceOf = (one: Figures, other: Figures): Figures =>
  Object.fromEntries(
    WHAT_IF_METRICS.map(key => {
      const [a, b] = [one[key], other[key]];
      const parts = PARTS[metrics[key].unit];
      return [key, a === null || b === null ? null : Math.round((b - a) * parts) / parts];
    }),
  ) as Figures;

const figuresOf = (row: Figures): Figures =>
  Object.fromEntries(WHAT_IF_METRICS.map(key => [key, row[key]])) as Figures;

type Row = ShapedRow<WhatIfMetric>;
/**
 * The rows of both answers in the order of the present rules: an outer row, then its inner ones. Rows that
 * exist only under the other rules come last in their group.
 */
const mergeRows = (today: readonly Row[], other: readonly Row[]): Row[] => {
  const known = new Set(today.map(({ key }) => key));
  const all = [...today, ...other.filter(({ key }) => !known.has(key))];
  const inner = new Map<string, Row[]>();
  for (const row of all)
    if (row.parent !== null) inner.set(row.parent, [...(inner.get(row.parent) ?? []), row]);
  return all.flatMap(row => (row.parent === null ? [row, ...(inner.get(row.key) ?? [])] : []));
};

/** The query under the present rules and the same query under other ones. */
type Queries = readonly [ReportParameters<WhatIfMetric>, ReportParameters<WhatIfMetric>];
type Answers = readonly [Answer<WhatIfMetric>, Answer<WhatIfMetric>];
type WhatIfPlan = Awaited<ReturnType<typeof planRequestedModel<WhatIfMetric>>>;

const queriesOf = (parameters: WhatIfParameters): Queries => {
  const {
    model: _model,
    approval: _approval,
    term: _term,
    repeat: _repeat,
    decay: _decay,
    ...same
  } = parameters;
  return [
    { ...same, metrics: WHAT_IF_METRICS },
    { ...parameters, metrics: WHAT_IF_METRICS },
  ];
};

/** Both reports at one state of the data, where their rules count the same contacts. */
const countBoth = (
  parts: ReportParts,
  [today, changed]: readonly [WhatIfPlan, WhatIfPlan],
  options: ReportOptions,
): Promise<Answers> => {
  const { count, derive, shape } = reportStages<WhatIfMetric, AnyModel>();
  return runStages(
    parts,
    { ...today, today, changed },
    {
      count: (_, scope) => Promise.all([count(parts, scope, today), count(parts, scope, changed)]),
      derive: (_, [one, other]) => [derive(today, one), derive(changed, other)] as const,
      shape: (_, [one, other], watermark) =>
        [onlyAnswer(shape(today, one, watermark)), onlyAnswer(shape(changed, other, watermark))] as const,
    },
    options,
  );
};

/**
 * Both reports over the same events: later events would otherwise look like an effect of the rules. Another
 * term or repeat interval is counted from the events, up to the last one of the first report.
 */
const computeBoth = async (
  parts: ReportParts,
  viewer: Viewer,
  [plain, changed]: Queries,
  options: ReportOptions,
): Promise<Answers> => {
  const plans = await Promise.all([
    planRequestedModel(parts, viewer, plain),
    planRequestedModel(parts, viewer, changed),
  ]);
  if (changed.term === undefined && changed.repeat === undefined) return countBoth(parts, plans, options);
  const [todayPlan, changedPlan] = plans;
  const today = onlyAnswer(await runStages(parts, todayPlan, reportStages(), options));
  const other = await runStages(parts, changedPlan, reportStages(), {
    ...options,
    watermark: today.watermark,
  });
  return [today, onlyAnswer(other)];
};

/**
 * The differences of the rows sum to those of the totals for every metric whose rows sum to its total.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const computeWhatIf = async (
  parts: ReportParts,
  viewer: Viewer,
  parameters: WhatIfParameters,
  options: ReportOptions = {},
) => {
  const [today, other] = await computeBoth(parts, viewer, queriesOf(parameters), options);
  const nothing = measure(countedOf(emptyTally()), WHAT_IF_METRICS, new Set(today.absent));
  const [before, after] = [today, other].map(
    ({ rows }) => new Map(rows.map(row => [row.key, figuresOf(row)])),
  );
  const beside = (one: Figures, two: Figures) => ({
    today: one,
    what_if: two,
    difference: differenceOf(one, two),
  });
  return {
    rules: today.rules,
    other_rules: other.rules,
    watermark: today.watermark,
    watermark_at: today.watermark_at,
    other_watermark: other.watermark,
    columns: columnsOf(WHAT_IF_METRICS),
    rows: mergeRows(today.rows, other.rows).map(({ key, label, parent, parent_label, level, visitor }) => ({
      key,
      label,
      parent,
      parent_label,
      level,
      visitor,
      ...beside(before?.get(key) ?? nothing, after?.get(key) ?? nothing),
    })),
    totals: beside(figuresOf(today.totals), figuresOf(other.totals)),
  };
};
