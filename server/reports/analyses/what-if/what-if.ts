import type { Viewer } from '../../../http/visibility.ts';
import {
  columnsOf,
  countedOf,
  emptyTally,
  measure,
  metrics,
  type Measured,
  type MetricKey,
  type Unit,
} from '../../../attribution/metrics.ts';
import type { Options, ReportParameters, ReportParts } from '../../parse/query.ts';
import { ask, type Answer } from '../../report.ts';
import type { ShapedRow } from '../../shape/shape.ts';

/**
 * What-if: a report under other rules next to the same report under the present rules, with the differences
 * of each row. Nothing is stored.
 */

/** The metrics that rules can change. */
export const WHAT_IF_METRICS = [
  'clicks',
  'first_touch_count',
  'cv',
  'cvr',
  'cv_total_middle',
  'cv_division',
  'cvr_division',
  'amount_sum',
  'amount_division',
  'ad_cost',
  'cpa',
  'roas',
  'roi',
  'profit',
  'attributed_cpa',
  'attributed_roas',
  'indirect_cv',
  'indirect_first',
  'indirect_ratio',
  'ad_touch_avg',
  'attr_avg',
] as const satisfies readonly MetricKey[];
export type WhatIfMetric = (typeof WHAT_IF_METRICS)[number];
type Figures = Measured<WhatIfMetric>;

/** The query carries the overridden rules as in any report; all others are the product's. */
export type WhatIfParameters = Omit<
  ReportParameters<WhatIfMetric>,
  'metrics' | 'compare' | 'compareFrom' | 'compareTo' | 'trend'
>;

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

/**
 * Number of attempts at reading both answers: while events arrive, derived rows may advance between the two.
 */
const ATTEMPTS = 3;

/** Both answers over the same events: later events would otherwise look like an effect of the rules. */
const askBoth = async (
  parts: ReportParts,
  viewer: Viewer,
  [plain, changed]: readonly [ReportParameters<WhatIfMetric>, ReportParameters<WhatIfMetric>],
  options: Options,
): Promise<readonly [Answer<WhatIfMetric>, Answer<WhatIfMetric>]> => {
  // Another term or repeat interval is answered from events, which are ahead of derived rows.
  const isDerivedAlike = changed.term === undefined && changed.repeat === undefined;
  for (let attempt = 1; isDerivedAlike && attempt <= ATTEMPTS; attempt += 1) {
    const [today, other] = await Promise.all([
      ask(parts, viewer, plain, options),
      ask(parts, viewer, changed, options),
    ]);
    if (today.watermark === other.watermark) return [today, other];
  }
  const today = await ask(parts, viewer, plain, options);
  return [today, await ask(parts, viewer, changed, { ...options, mark: today.watermark })];
};

/**
 * The differences of the rows sum to those of the totals for every metric whose rows sum to its total.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const askWhatIf = async (
  parts: ReportParts,
  viewer: Viewer,
  question: WhatIfParameters,
  options: Options = {},
) => {
  const {
    model: _model,
    approval: _approval,
    term: _term,
    repeat: _repeat,
    decay: _decay,
    ...same
  } = question;
  const [today, other] = await askBoth(
    parts,
    viewer,
    [
      { ...same, metrics: WHAT_IF_METRICS },
      { ...question, metrics: WHAT_IF_METRICS },
    ],
    options,
  );
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
    asked: other.rules,
    watermark: today.watermark,
    watermark_at: today.watermark_at,
    asked_watermark: other.watermark,
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
