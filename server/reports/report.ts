import type { Viewer } from '../accounts/visibility.ts';
import { creditTable, creditTableOf } from '../attribution/paths.ts';
import { conversionConditions } from '../store/clickhouse/conditions.ts';
import { leftOut, NO_CONTACT, pathCounts, type LeftOut, type Scope } from '../store/clickhouse/counts.ts';
import { Failure } from '../http/failures.ts';
import type { ProductRules } from '../store/postgres/costs.ts';
import { axisOf, type AxisNumber } from './axes.ts';
import { isFinerThanAds, rowsOfCells } from './cells.ts';
import { askedRules, type AskedRules } from './asked.ts';
import { labelsOf } from './labels.ts';
import { columnsOf, type Measured, type MetricKey, type Tally } from './metrics.ts';
import { anyModelAsked, isPlaced, numberOfModel, type AnyModel } from './models.ts';
import { dayText, type Period } from './period.ts';
import { axesAsked, readAsking, type Checked, type Options, type Question, type ReportParts } from './question.ts';
import { keyOf, rowsOfAds, UNGROUPED, type Rows } from './rows.ts';
import { linesOf, outerLines, shape, type Level, type ShapedRow } from './shape.ts';
import { countAt } from './source.ts';
import { coursesOf, firstDays, slicesOf } from './trends.ts';
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

/** What rows finer than ads cannot tell: an impression knows its ad alone. */
const FINER_LACK: readonly MetricKey[] = ['impressions'];

/** What each row helped without being the last, by key: it depends on what is a row, and is no sum of finer rows. */
const helpedBy = async ({ columnar }: ReportParts, scope: Scope, { grouping, read }: Rows): Promise<ReadonlyMap<string, Pick<Tally, 'assists' | 'assists_first'>>> =>
  new Map((await pathCounts(columnar, scope, grouping, creditTable, [])).map(({ row, assists, assists_first }) => [keyOf(read(row)), { assists, assists_first }]));

/**
 * Answers a question under each of the given models, counted in one pass.
 *
 * Totals are the sums of the rows, so a split always sums to its total; what is derived is derived from the summed counts.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const askModels = async <Key extends MetricKey, M extends AnyModel>(
  parts: ReportParts, viewer: Viewer, question: Question<Key>, modelsOf: (rules: ProductRules) => readonly M[], { signal, source }: Options = {},
): Promise<Record<M, Answer<Key>>> => {
  const names = axesAsked(question);
  const evaluation = ([1, 2, 3] as const).find(known => known === question.evaluation) ?? null;
  const read = await readAsking(parts, viewer, question);
  const { rules, period, compared, filters, filters: { shown }, ads, approval } = read;
  const models = modelsOf(rules);
  const table = question.decay === undefined ? creditTable : creditTableOf(question.decay);
  const label = await labelsOf(parts, viewer, read, names);
  const finer = isFinerThanAds(names, { filters, evaluation });
  const made = filters.conversions.length === 0 ? null : conversionConditions(filters.conversions);
  const rowsOn = (scope: Scope, axes: readonly string[]) => (finer ? rowsOfCells(parts, scope, axes, { ads, filters, evaluation }) : rowsOfAds(axes, { ads, shown }));

  // Chains and coalitions are of ads and their groups, over all conversions.
  if ((finer || made !== null) && !models.every(isPlaced)) throw new Failure('invalid', { fields: { model: ['choice'] } });
  const slices = question.trend === true ? slicesOf(period) : null;
  const count = async (plain: Scope) => {
    const scope = made === null ? plain : { ...plain, made };
    const stretch = compared === null ? scope : { ...scope, from: Math.min(period.from, compared.from), until: Math.max(period.until, compared.until) };
    const [rows, outer] = await Promise.all([rowsOn(stretch, names), names.length === 1 ? null : rowsOn(stretch, names.slice(0, 1))]);
    const withoutContact = shown === 'all' && filters.contacts.length === 0;
    const level = async (within: Period): Promise<Record<M, Level>> => {
      const at = { ...scope, from: within.from, until: within.until };
      const [counts, helped] = await Promise.all([tallyRows(parts, at, { ...read, period: within }, rows, models, table), outer && helpedBy(parts, at, outer)]);
      const leaves = (model: M) => linesOf(rows, counts[model], withoutContact);
      return Object.fromEntries(models.map(model => [model, helped === null ? { outer: leaves(model), inner: null } : { outer: outerLines(leaves(model), helped), inner: leaves(model) }])) as Record<M, Level>;
    };
    return Promise.all([level(period), compared && level(compared), slices && coursesOf(parts, scope, rows, slices), leftOut(parts.columnar, scope, shown === 'all' ? null : [...shown])]);
  };
  const { answer: [now, before, course, out], mark } = await countAt(parts, rules, period, signal, count, finer || made !== null ? 'events' : source);

  const absent: ReadonlySet<MetricKey> = new Set(finer ? FINER_LACK : []);
  const answer = (model: M): Answer<Key> => {
    const { compared_totals, ...shaped } = shape(now[model], before && before[model], { metrics: question.metrics, absent, approval, label, course });
    return {
      rules: { ...askedRules(read, question), axis: question.axis, axes: [...names], model: numberOfModel(model), evaluation },
      watermark: mark, left_out: out, columns: columnsOf(question.metrics), absent: [...absent], trend_from: slices === null ? [] : firstDays(slices), ...shaped,
      ...(compared !== null && compared_totals !== null && { compared_totals: { from: dayText(compared.fromDay), to: dayText(compared.untilDay - 1), ...compared_totals } }),
    };
  };
  return Object.fromEntries(models.map(model => [model, answer(model)])) as Record<M, Answer<Key>>;
};

/** Answers a question under the model that it names, or the product's. @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out` */
export const ask = async <Key extends MetricKey>(parts: ReportParts, viewer: Viewer, question: Question<Key>, options: Options = {}): Promise<Answer<Key>> => {
  const asked = question.model === undefined ? null : anyModelAsked(question.model);
  const [answer] = Object.values(await askModels(parts, viewer, question, rules => [asked ?? anyModelAsked(rules.attributionModel)], options));
  if (answer === undefined) throw new Error('a question has an answer');
  return answer;
};
