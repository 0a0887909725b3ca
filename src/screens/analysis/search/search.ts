import {
  ALL_MODELS,
  isOverTime,
  ITEM_PARAMETERS,
  MODELS,
  type Framed,
  type Model,
} from '../../../analyses/analysis.ts';
import { AXES, EVENT_AXES, type Axis } from '../../../analyses/axes.ts';
import { AD_FILTERS } from '../../../analyses/filters.ts';
import { readDay } from '../../../components/days.ts';
import type { RawSearch } from '../../../console/address.ts';
import { readConditions, writeConditions, type Condition } from '../../../resources/filter.ts';
import { readPeriod, type PeriodSearch } from '../../period.ts';

export const COMPARISONS = ['previous_period', 'previous_year', 'custom'] as const;
export type Comparison = (typeof COMPARISONS)[number];
/** Whole months before the present one: the display periods 1 and 2; or days of one's own. */
export const DISPLAYS = ['1', '2', 'custom'] as const;
export type Display = (typeof DISPLAYS)[number];
export const STEPS = ['month', 'week', 'day'] as const;
export type Step = (typeof STEPS)[number];
/**
 * How new and existing visitors are told apart (docs/decisions/0004-metrics-axes-and-items.md); 0: not at
 * all.
 */
export const EVALUATIONS = ['0', '1', '2', '3'] as const;
export type Evaluation = (typeof EVALUATIONS)[number];

export interface AnalysisSearch extends PeriodSearch {
  readonly axis: Axis;
  /** The axis inside the first. */
  readonly by: Axis | null;
  /** Null: the product's own. */
  readonly model: Model | null;
  readonly compare: Comparison | null;
  readonly compareFrom?: string;
  readonly compareTo?: string;
  readonly conditions: readonly Condition[];
  readonly approval: 'approved' | 'unapproved';
  readonly evaluation: Evaluation;
  readonly display: Display;
  readonly step: Step;
  /** Which of the chart's figures is drawn, by its first metric. */
  readonly item: string;
  readonly view: string;
  readonly sort: { readonly field: string; readonly descending: boolean } | null;
  /** Null: what this user usually hides here. */
  readonly hide: readonly string[] | null;
}

/** No column at all, since an address leaves out what is empty. */
const NONE = '-';

/**
 * The models that may be asked: those from the data share among ads, not among what was seen of contacts or
 * conversions, or who the visitors were.
 */
export const modelsOf = (
  models: Framed['models'],
  { axis, by, evaluation, conditions }: Pick<AnalysisSearch, 'axis' | 'by' | 'evaluation' | 'conditions'>,
): readonly Model[] => {
  if (models === null) return [];
  const ofEvents =
    EVENT_AXES.has(axis) ||
    (by !== null && EVENT_AXES.has(by)) ||
    conditions.some(({ field }) => AD_FILTERS.every(filter => filter.field !== field));
  return models === 'rules' || evaluation !== '0' || ofEvents ? MODELS : ALL_MODELS;
};

const axisOf = (axes: readonly Axis[], text: string | undefined): Axis | undefined =>
  axes.find(name => name === text || (AXES[name].number !== null && String(AXES[name].number) === text));

const NO_ITEM = '0';
/** The columns that the item codes of an address leave out; null: it has no item codes. */
const hiddenByItems = (itemColumns: Framed['itemColumns'], raw: RawSearch): readonly string[] | null => {
  if (itemColumns === undefined) return null;
  const chosen = ITEM_PARAMETERS.flatMap(parameter => {
    const codes = raw[parameter]?.split(',') ?? [];
    const shown = itemColumns[parameter].filter((_, index) => codes.includes(String(index + 1))).flat();
    return shown.length > 0 || codes.includes(NO_ITEM) ? [{ shown, all: itemColumns[parameter].flat() }] : [];
  });
  return chosen.length === 0
    ? null
    : [...new Set(chosen.flatMap(({ shown, all }) => all.filter(column => !shown.includes(column))))];
};

const oneOf = <Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined =>
  words.find(word => word === text);

/** Days of one's own are compared only where the address has both. */
const readComparison = (
  { controls }: Framed,
  raw: RawSearch,
): Pick<AnalysisSearch, 'compare' | 'compareFrom' | 'compareTo'> => {
  const compare = (controls.includes('compare') && oneOf(COMPARISONS, raw['compare'])) || null;
  if (compare !== 'custom') return { compare };
  const [from, to] = [readDay(raw['compare_from'] ?? ''), readDay(raw['compare_to'] ?? '')];
  if (from === null || to === null) return { compare: null };
  return { compare, compareFrom: from <= to ? from : to, compareTo: from <= to ? to : from };
};

const readAxes = ({ axes, nested }: Framed, raw: RawSearch): Pick<AnalysisSearch, 'axis' | 'by'> => {
  const axis = axisOf(axes, raw['axis']) ?? axes[0] ?? 'ad';
  const by = (nested && axisOf(axes, raw['by'])) || null;
  return { axis, by: by === axis ? null : by };
};

/** Which conversions and visitors count, and under which model. */
const readCounting = (
  { controls, filters, models }: Framed,
  raw: RawSearch,
  axes: Pick<AnalysisSearch, 'axis' | 'by'>,
): Pick<AnalysisSearch, 'conditions' | 'approval' | 'evaluation' | 'model'> => {
  const conditions = controls.includes('filters') ? readConditions(raw['f'] ?? '', filters) : [];
  const evaluation = (controls.includes('evaluation') && oneOf(EVALUATIONS, raw['evaluation'])) || '0';
  return {
    conditions,
    evaluation,
    approval: controls.includes('approval') && raw['approval'] === 'unapproved' ? 'unapproved' : 'approved',
    model: oneOf(modelsOf(models, { ...axes, evaluation, conditions }), raw['model']) ?? null,
  };
};

const readDisplay = (analysis: Framed, raw: RawSearch): Display => {
  if (!isOverTime(analysis)) return 'custom';
  return oneOf(DISPLAYS, raw['display']) ?? (raw['from'] === undefined ? '1' : 'custom');
};

/** The chart's figures by their first metric, or by their number. */
const readItem = ({ chart }: Framed, item: string | undefined): string => {
  const items = chart.items.map(([first]) => first ?? '');
  return items.find((one, index) => one === item || String(index + 1) === item) ?? items[0] ?? '';
};

/** A sort reads `-cv` or `label`; `none` is the server's order. */
const readSort = (
  { sort: usual }: Framed,
  columns: ReadonlySet<string>,
  text = '',
): AnalysisSearch['sort'] => {
  if (text === 'none') return null;
  const [, minus, field] = /^(-?)(\w+)$/.exec(text) ?? [];
  if (field !== undefined && (field === 'label' || columns.has(field)))
    return { field, descending: minus === '-' };
  return usual === null ? null : { field: usual, descending: true };
};

const readHidden = ({ itemColumns }: Framed, columns: ReadonlySet<string>, raw: RawSearch) => {
  const text = raw['hide'];
  const hidden = text?.split(',').filter(name => columns.has(name) || name === 'trend') ?? [];
  return hidden.length > 0 || text === NONE ? hidden : hiddenByItems(itemColumns, raw);
};

/** The question in an analysis' address; what is absent or wrong is the default. */
export const readAnalysisSearch =
  (analysis: Framed) =>
  (raw: RawSearch): AnalysisSearch => {
    const columns: ReadonlySet<string> = new Set([
      ...analysis.columns.map(({ metric }) => metric),
      ...(analysis.ownColumns ?? []),
    ]);
    const axes = readAxes(analysis, raw);
    return {
      ...readPeriod(raw, '30'),
      ...axes,
      ...readCounting(analysis, raw, axes),
      ...readComparison(analysis, raw),
      display: readDisplay(analysis, raw),
      step: oneOf(STEPS, raw['step']) ?? 'month',
      item: readItem(analysis, raw['item']),
      view: oneOf(analysis.views, raw['view']) ?? analysis.views[0] ?? '',
      sort: readSort(analysis, columns, raw['sort']),
      hide: readHidden(analysis, columns, raw),
    };
  };

/**
 * What the address says of these parts of a search; the parts that stand at their default are taken out of
 * it.
 */
export const writeAnalysisSearch = (
  part: Partial<AnalysisSearch>,
): Readonly<Record<string, string | undefined>> => {
  const texts: Record<string, string | undefined> = {};
  const write = <Key extends keyof AnalysisSearch>(
    key: Key,
    textOf: (value: AnalysisSearch[Key]) => string | null | undefined,
    name: string = key,
  ) => {
    if (Object.hasOwn(part, key)) texts[name] = textOf(part[key] as AnalysisSearch[Key]) ?? undefined;
  };
  write('axis', axis => axis);
  write('by', by => by);
  write('model', model => model);
  write('compare', compare => compare);
  write('compareFrom', day => day, 'compare_from');
  write('compareTo', day => day, 'compare_to');
  write('conditions', conditions => (conditions.length === 0 ? null : writeConditions(conditions)), 'f');
  write('approval', approval => (approval === 'approved' ? null : approval));
  write('evaluation', evaluation => (evaluation === '0' ? null : evaluation));
  write('display', display => display);
  write('step', step => step);
  write('item', item => item);
  write('view', view => view);
  write('sort', sort => (sort === null ? 'none' : `${sort.descending ? '-' : ''}${sort.field}`));
  write('hide', hide => hide && (hide.join(',') || NONE));
  // Item codes stand for the columns that are shown: a choice by name replaces them.
  if (Object.hasOwn(part, 'hide')) for (const parameter of ITEM_PARAMETERS) texts[parameter] = undefined;
  return texts;
};
