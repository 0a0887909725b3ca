import { isOverTime, ITEM_PARAMETERS, type Framed } from '../../../analyses/analysis.ts';
import { AXES, type Axis } from '../../../analyses/axes.ts';
import { readDay } from '../../../components/days.ts';
import type { RawSearch } from '../../../console/address.ts';
import { readConditions } from '../../../resources/filter.ts';
import { readPeriod } from '../../period.ts';
import {
  COMPARISONS,
  DISPLAYS,
  EVALUATIONS,
  modelsOf,
  NO_COLUMN,
  STEPS,
  type AnalysisSearch,
  type Display,
} from './search.ts';

const oneOf = <Word extends string>(words: readonly Word[], text: string | undefined): Word | undefined =>
  words.find(word => word === text);

/** An axis by its name, or by its number of REST addresses. */
const axisOf = (axes: readonly Axis[], text: string | undefined): Axis | undefined =>
  axes.find(name => name === text || (AXES[name].number !== null && String(AXES[name].number) === text));

const readAxes = ({ axes, nested }: Framed, raw: RawSearch): Pick<AnalysisSearch, 'axis' | 'by'> => {
  const axis = axisOf(axes, raw['axis']) ?? axes[0] ?? 'ad';
  const by = (nested && axisOf(axes, raw['by'])) || null;
  return { axis, by: by === axis ? null : by };
};

/** A comparison with chosen days needs both of them; reversed days are swapped. */
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

/** The group of metrics in the chart, by its first metric or by its number, which begins with 1. */
const readItem = ({ chart }: Framed, item: string | undefined): string => {
  const items = chart.items.map(([first]) => first ?? '');
  return items.find((one, index) => one === item || String(index + 1) === item) ?? items[0] ?? '';
};

/** A sort is written as `-cv` or `label`; `none` is the order of the server. */
const readSort = (
  { sort: byDefault }: Framed,
  columns: ReadonlySet<string>,
  text = '',
): AnalysisSearch['sort'] => {
  if (text === 'none') return null;
  const [, minus, field] = /^(-?)(\w+)$/.exec(text) ?? [];
  if (field !== undefined && (field === 'label' || columns.has(field)))
    return { field, descending: minus === '-' };
  return byDefault === null ? null : { field: byDefault, descending: true };
};

/** Item code that shows no column of its group. */
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

/** Hidden columns by name come before item codes. */
const readHidden = (
  { itemColumns }: Framed,
  columns: ReadonlySet<string>,
  raw: RawSearch,
): AnalysisSearch['hide'] => {
  const text = raw['hide'];
  const hidden = text?.split(',').filter(name => columns.has(name) || name === 'trend') ?? [];
  return hidden.length > 0 || text === NO_COLUMN ? hidden : hiddenByItems(itemColumns, raw);
};

/** The columns that an address can name. */
const columnsOf = ({ columns, ownColumns = [] }: Framed): ReadonlySet<string> =>
  new Set([...columns.map(({ metric }) => metric), ...ownColumns]);

/**
 * Creates the parser of an analysis' addresses. Absent and invalid parameters get their default, so that an
 * address written by hand or by an older release opens.
 */
export const readAnalysisSearch = (analysis: Framed): ((raw: RawSearch) => AnalysisSearch) => {
  const columns = columnsOf(analysis);
  return raw => {
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
};
