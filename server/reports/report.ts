import { numberOf, type Model } from '../attribution/models.ts';
import type { Viewer } from '../accounts/visibility.ts';
import { leftOut, NO_CONTACT, type LeftOut, type Scope } from '../store/clickhouse/counts.ts';
import type { ProductRules } from '../store/postgres/costs.ts';
import { axisOf, type AxisNumber } from './axes.ts';
import { askedRules, type AskedRules } from './asked.ts';
import { labelsOf } from './labels.ts';
import { columnsOf, type Measured, type MetricKey, type Tally } from './metrics.ts';
import { dayText, type Period } from './period.ts';
import { axesAsked, modelAsked, readAsking, type Checked, type Options, type Question, type ReportParts } from './question.ts';
import { rowsOfAds, UNGROUPED } from './rows.ts';
import { linesOf, outerLines, shape, type Level, type ShapedRow } from './shape.ts';
import { countAt } from './source.ts';
import { tallyRows } from './tally.ts';

/** What a report was computed by: the same rules and the same watermark give the same bytes. */
export interface AnswerRules extends AskedRules { readonly axis: number; readonly axes: string[]; readonly model: number; readonly evaluation: number | null }
export interface Answer<Key extends MetricKey = MetricKey> {
  readonly rules: AnswerRules;
  readonly watermark: string;
  readonly left_out: LeftOut;
  readonly columns: ReturnType<typeof columnsOf>;
  /** Metrics that the question cannot have: they are null. */
  readonly absent: MetricKey[];
  /** The first days of the stretches that the trends of rows are cut into. */
  readonly trend_from: string[];
  readonly rows: ShapedRow<Key>[];
  readonly totals: Measured<Key>;
  readonly compared_totals?: Measured<Key> & { readonly from: string; readonly to: string };
}

/** The key of a row of the axes 1..6 in answers, and the row of a key; null: no row has it. */
export const keyOfRow = (row: number): string => (row === NO_CONTACT ? 'no_contact' : row === UNGROUPED ? 'none' : String(row));
export const rowOfKey = (key: string): number | null => (key === 'no_contact' ? NO_CONTACT : key === 'none' ? UNGROUPED : /^[1-9]\d{0,9}$/.test(key) ? Number(key) : null);

/** Whether a row of the axes 1..6 is shown to who asks. Groups that he may not see are counted as one hidden row. */
export const isShown = ({ visible }: Pick<Checked, 'visible'>, axis: AxisNumber, row: number): boolean =>
  visible === 'all' || (axisOf(axis).group === null ? visible.has(row) : row >= UNGROUPED);

/**
 * Answers a question under each of the given models, counted in one pass.
 *
 * Totals are the sums of the rows, so a split always sums to its total; what is derived is derived from the summed counts.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const askModels = async <Key extends MetricKey, M extends Model>(
  parts: ReportParts, viewer: Viewer, question: Question<Key>, modelsOf: (rules: ProductRules) => readonly M[], { signal, source }: Options = {},
): Promise<Record<M, Answer<Key>>> => {
  const names = axesAsked(question);
  const read = await readAsking(parts, viewer, question);
  const { rules, period, compared, filters: { shown }, ads, approval } = read;
  const models = modelsOf(rules);
  const label = await labelsOf(parts, viewer, read, names);
  const rows = rowsOfAds(names, { ads, shown });
  const outer = names.length === 1 ? null : rowsOfAds(names.slice(0, 1), { ads, shown });

  const level = async (scope: Scope, within: Period): Promise<Record<M, Level>> => {
    const at = { ...scope, from: within.from, until: within.until };
    const [inner, whole] = await Promise.all([rows, outer].map(one => one && tallyRows(parts, at, { ...read, period: within }, one, models)));
    const lines = (of: typeof rows, counts: ReadonlyMap<number, Tally>) => linesOf(of, counts, shown === 'all');
    return Object.fromEntries(models.map(model => {
      const leaves = lines(rows, inner?.[model] ?? new Map());
      return [model, outer === null ? { outer: leaves, inner: null } : { outer: outerLines(leaves, lines(outer, whole?.[model] ?? new Map())), inner: leaves }];
    })) as Record<M, Level>;
  };
  const { answer: [now, before, out], mark } = await countAt(parts, rules, period, signal, scope => Promise.all([
    level(scope, period), compared && level(scope, compared), leftOut(parts.columnar, scope, shown === 'all' ? null : [...shown]),
  ]), source);

  const answer = (model: M): Answer<Key> => {
    const { compared_totals, ...shaped } = shape(now[model], before && before[model], { metrics: question.metrics, absent: new Set(), approval, label, course: null });
    return {
      rules: { ...askedRules(read, question), axis: question.axis, axes: [...names], model: numberOf(model), evaluation: null },
      watermark: mark, left_out: out, columns: columnsOf(question.metrics), absent: [], trend_from: [], ...shaped,
      ...(compared !== null && compared_totals !== null && { compared_totals: { from: dayText(compared.fromDay), to: dayText(compared.untilDay - 1), ...compared_totals } }),
    };
  };
  return Object.fromEntries(models.map(model => [model, answer(model)])) as Record<M, Answer<Key>>;
};

/** Answers a question under the model that it names, or the product's. @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out` */
export const ask = async <Key extends MetricKey>(parts: ReportParts, viewer: Viewer, question: Question<Key>, options: Options = {}): Promise<Answer<Key>> => {
  const asked = question.model === undefined ? null : modelAsked(question.model);
  const [answer] = Object.values(await askModels(parts, viewer, question, rules => [asked ?? modelAsked(rules.attributionModel)], options));
  if (answer === undefined) throw new Error('a question has an answer');
  return answer;
};
