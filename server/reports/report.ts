import { modelOf, numberOf, type Model } from '../attribution/models.ts';
import { visibleAds, type Viewer } from '../accounts/visibility.ts';
import { Failure } from '../http/failures.ts';
import type { Parts } from '../parts.ts';
import { leftOut, NO_CONTACT, type LeftOut, type Scope } from '../store/clickhouse/counts.ts';
import { productRules, reportAds, type ProductRules, type ReportAd } from '../store/postgres/costs.ts';
import { axisOf, type AxisNumber } from './axes.ts';
import { addTallies, columnsOf, COUNTED, countedOf, measure, type Measured, type MetricKey, type Tally } from './metrics.ts';
import { dayText, readPeriod, type Period } from './period.ts';
import { countAt } from './source.ts';
import { tallyRows, UNGROUPED } from './tally.ts';

/** One question to the measure: which metrics, of which product and Tokyo days, in rows of which axis, with credit under which model. */
export interface Question<Key extends MetricKey = MetricKey> {
  readonly productId: number;
  readonly from: string;
  readonly to: string;
  readonly axis: AxisNumber;
  /** 1..5; left out: the product's. */
  readonly model?: number;
  readonly metrics: readonly Key[];
}

export type ReportParts = Pick<Parts, 'columnar' | 'db'>;
export interface Options {
  /** Gives the question up, and ends its queries. */
  readonly signal?: AbortSignal;
  /** For tests and measurements: reads the events although derived rows are there, or fails where they are not. */
  readonly source?: Scope['source'];
}

/** What a report was computed by: the same rules and the same watermark give the same bytes. */
export interface AnswerRules {
  readonly product_id: number; readonly from: string; readonly to: string; readonly axis: number; readonly model: number;
  readonly tracking_term: number; readonly excluded_ips: string[]; readonly ad_cost_linkage: boolean; readonly time_zone: 'Asia/Tokyo';
}
export type ReportRow<Key extends MetricKey = MetricKey> = Measured<Key> & { readonly key: string; readonly label: string };
export interface Answer<Key extends MetricKey = MetricKey> {
  readonly rules: AnswerRules;
  readonly watermark: string;
  readonly left_out: LeftOut;
  readonly columns: ReturnType<typeof columnsOf>;
  readonly rows: ReportRow<Key>[];
  readonly totals: Measured<Key>;
}

/** A question that may be asked, with what it is answered by. */
export interface Checked {
  readonly companyId: number;
  readonly rules: ProductRules;
  readonly period: Period;
  readonly visible: 'all' | ReadonlySet<number>;
  readonly ads: readonly ReportAd[];
}

/** @throws {Failure} `invalid`, `no_permission_for_data` */
export const check = async ({ db }: ReportParts, viewer: Viewer, question: Pick<Question, 'productId' | 'from' | 'to'>): Promise<Checked> => {
  const seen = visibleAds(viewer, question.productId);
  const period = readPeriod(question);
  const [rules, ads] = await Promise.all([productRules(db, viewer.companyId, question.productId), reportAds(db, viewer.companyId, question.productId)]);
  if (rules === null) throw new Failure('no_permission_for_data');
  return { companyId: viewer.companyId, rules, period, visible: seen === 'all' ? 'all' : new Set(seen), ads };
};

/** The model that a question asks for. @throws {Failure} `invalid` */
export const modelAsked = (number: number): Model => {
  const model = modelOf(number);
  if (model === null) throw new Failure('invalid', { fields: { model: ['choice'] } });
  return model;
};

/** The key of a row in answers, and the row of a key; null: no row has it. */
export const keyOfRow = (row: number): string => (row === NO_CONTACT ? 'no_contact' : row === UNGROUPED ? 'none' : String(row));
export const rowOfKey = (key: string): number | null => (key === 'no_contact' ? NO_CONTACT : key === 'none' ? UNGROUPED : /^[1-9]\d{0,9}$/.test(key) ? Number(key) : null);

/** Whether a row is shown to who asks. Groups that he may not see are counted as one hidden row. */
export const isShown = ({ visible }: Pick<Checked, 'visible'>, axis: AxisNumber, row: number): boolean =>
  visible === 'all' || (axisOf(axis).group === null ? visible.has(row) : row >= UNGROUPED);

const isEmpty = (tally: Tally): boolean => COUNTED.every(key => tally[key] === 0n);
const compare = (a: bigint, b: bigint) => (a === b ? 0 : a > b ? -1 : 1);

/** Most credit first, then most contacts, then by number: an order that the same counts always give. Without contact comes last. */
const inOrder = (a: readonly [number, Tally], b: readonly [number, Tally]): number =>
  Number(a[0] === NO_CONTACT) - Number(b[0] === NO_CONTACT) || compare(a[1].division, b[1].division) || compare(a[1].clicks, b[1].clicks) || a[0] - b[0];

const shape = <Key extends MetricKey>(counts: ReadonlyMap<number, Tally>, labels: (row: number) => string, visible: (row: number) => boolean, metrics: readonly Key[]) => {
  const shown = [...counts].filter(([row, tally]) => visible(row) && !isEmpty(tally)).toSorted(inOrder);
  return {
    columns: columnsOf(metrics),
    rows: shown.map(([row, tally]) => ({
      key: keyOfRow(row), label: labels(row), ...measure(countedOf(tally), metrics),
    })),
    totals: measure(countedOf(addTallies(shown.map(([, tally]) => tally))), metrics),
  };
};

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
  const checked = await check(parts, viewer, question);
  const { rules, period, visible, ads } = checked;
  const models = modelsOf(rules);
  const axis = axisOf(question.axis);
  const names = await axis.names(parts.db, viewer.companyId, question.productId);
  const { answer: [counts, out], mark } = await countAt(parts, rules, period, signal, scope => Promise.all([
    tallyRows(parts, scope, { ...checked, axis: question.axis }, models),
    leftOut(parts.columnar, scope, visible === 'all' ? null : [...visible]),
  ]), source);

  const adNames = new Map(ads.map(ad => [ad.id, ad.name]));
  // What has no name is named by the console: these two keys are words of its language.
  const label = (row: number) => (row === NO_CONTACT || row === UNGROUPED ? '' : (axis.group === null ? adNames : names).get(row) ?? `#${row}`);
  const answer = (model: M): Answer<Key> => ({
    rules: {
      product_id: rules.id, from: dayText(period.fromDay), to: dayText(period.untilDay - 1), axis: question.axis, model: numberOf(model),
      tracking_term: rules.trackingTerm, excluded_ips: [...rules.excludedIps], ad_cost_linkage: rules.adCostLinkage, time_zone: 'Asia/Tokyo',
    },
    watermark: mark, left_out: out, ...shape(counts[model], label, row => isShown(checked, question.axis, row), question.metrics),
  });
  return Object.fromEntries(models.map(model => [model, answer(model)])) as Record<M, Answer<Key>>;
};

/** Answers a question under the model that it names, or the product's. @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out` */
export const ask = async <Key extends MetricKey>(parts: ReportParts, viewer: Viewer, question: Question<Key>, options: Options = {}): Promise<Answer<Key>> => {
  const asked = question.model === undefined ? null : modelAsked(question.model);
  const [answer] = Object.values(await askModels(parts, viewer, question, rules => [asked ?? modelAsked(rules.attributionModel)], options));
  if (answer === undefined) throw new Error('a question has an answer');
  return answer;
};
