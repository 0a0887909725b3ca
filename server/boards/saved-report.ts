import { customReport, CUSTOM_PAGES, innerAxisWord, type CustomSetting } from './custom-report.ts';
import { AXES, isDeclared, REPORTS, type Control, type DeclaredReport } from './declared-reports.ts';
import { savedComparison, savedDays, type Today } from './saved-days.ts';

/**
 * The report of a saved view: what the console reads of the view's address, for boards that the server answers itself.
 * Invalid values get the defaults that they get in the console.
 */

export interface SavedView {
  /** `analysis_attribution`. */
  readonly screen: string;
  /** Its query, without the product. */
  readonly address: string;
}

export interface SavedReport {
  /** Name of its declaration: `attribution`, `item_1`. */
  readonly name: string;
  readonly declared: DeclaredReport;
  /** The query of the report in the API. */
  readonly query: Readonly<Record<string, string | number>> & {
    readonly product_id: number;
    readonly from: string;
    readonly to: string;
  };
  /** Shown metrics of the table, in order. */
  readonly columns: readonly string[];
  /** The metrics of the chart; empty: it has none. */
  readonly charted: readonly string[];
  readonly sort: { readonly field: string; readonly descending: boolean } | null;
}

const SCREEN_PREFIX = 'analysis_';
/** Views of an analysis that are no report with rows. */
const PANELS: ReadonlySet<string | undefined> = new Set(['models', 'paths', 'what_if']);
const STEPS = ['month', 'week', 'day'];
const NO_COLUMN = '-';
const MODELS = ['1', '2', '3', '4', '5'];
const DATA_MODELS = ['6', '7'];
/** Axes by attributes of a contact other than its ad: models from the data have no answer for them. */
const EVENT_AXES: ReadonlySet<string> = new Set(['device', 'os', 'browser', 'landing', 'hour', 'weekday']);
const AD_FIELDS: ReadonlySet<string> = new Set([
  'ad_id',
  'ad_name',
  'ad_category_id',
  'ad_type1_id',
  'ad_type2_id',
  'ad_type3_id',
  'asp_id',
  'agency_id',
]);

type Search = ReadonlyMap<string, string>;

/** The parameters of an address; repeated ones are joined by commas. */
const readSearch = (address: string): Search => {
  const search = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(address)) {
    const before = search.get(name);
    search.set(name, before === undefined ? value : `${before},${value}`);
  }
  return search;
};

const axisWord = (axes: readonly string[], text: string | undefined): string | undefined =>
  axes.find(word => word === text || (AXES[word]?.number !== null && String(AXES[word]?.number) === text));

interface Axes {
  readonly outer: string;
  readonly inner: string | null;
}
const readAxes = ({ axes }: DeclaredReport, search: Search): Axes | null => {
  const [byDefault] = axes;
  if (byDefault === undefined) return null;
  const outer = axisWord(axes, search.get('axis')) ?? byDefault;
  const inner = axisWord(axes, search.get('by')) ?? null;
  return { outer, inner: inner === outer ? null : inner };
};

const axesQuery = (axes: Axes | null): Readonly<Record<string, string | number>> => {
  if (axes === null) return {};
  const [outer, inner] = [AXES[axes.outer], axes.inner === null ? undefined : AXES[axes.inner]];
  if (outer === undefined) return {};
  if (inner === undefined && outer.number !== null) return { axis: outer.number };
  return { axis: 0, axes: inner === undefined ? outer.name : `${outer.name},${inner.name}` };
};

/** The fields of the filters, without their comparisons. */
export const filteredFields = (where: string): readonly string[] => [
  ...new Set([...new URLSearchParams(where).keys()].map(name => name.replace(/__[a-z]+$/, ''))),
];

/** The model that a view names; undefined: that of the product. */
const readModel = (
  { axes: known }: DeclaredReport,
  search: Search,
  { axes, where, isSplit }: { readonly axes: Axes | null; readonly where: string; readonly isSplit: boolean },
): string | undefined => {
  if (known.length === 0) return undefined;
  const ofEvents =
    [axes?.outer, axes?.inner].some(axis => EVENT_AXES.has(axis ?? '')) ||
    filteredFields(where).some(field => !AD_FIELDS.has(field));
  const models = [...MODELS, ...(isSplit || ofEvents ? [] : DATA_MODELS)];
  return models.find(one => one === search.get('model'));
};

const countingQuery = (
  declared: DeclaredReport,
  search: Search,
  axes: Axes | null,
): Readonly<Record<string, string | number>> => {
  const has = (control: Control): boolean => declared.controls.includes(control);
  const where = has('filters') ? (search.get('f') ?? '') : '';
  const evaluation = search.get('evaluation') ?? '';
  const isSplit = has('evaluation') && /^[123]$/.test(evaluation);
  const model = readModel(declared, search, { axes, where, isSplit });
  return {
    ...(where !== '' && { where }),
    ...(isSplit && { evaluation: Number(evaluation) }),
    ...(has('approval') && search.get('approval') === 'unapproved' && { approval: 'unapproved' }),
    ...(model !== undefined && { model: Number(model) }),
    ...(has('compare') && savedComparison(search)),
  };
};

const readColumns = ({ metrics, hidden }: DeclaredReport, search: Search, setting: readonly string[]) => {
  const text = search.get('hide');
  const named =
    text?.split(',').filter(name => name === 'trend' || metrics.some(metric => metric === name)) ?? [];
  const byDefault = setting.length === 0 ? hidden : setting;
  const left = named.length > 0 || text === NO_COLUMN ? named : byDefault;
  return metrics.filter(metric => !left.includes(metric));
};

const readCharted = ({ chart: { items } }: DeclaredReport, text: string | undefined): readonly string[] =>
  items.find(([first], index) => first === text || String(index + 1) === text) ?? items[0] ?? [];

const readSort = ({ sort, metrics }: DeclaredReport, text = ''): SavedReport['sort'] => {
  if (text === 'none') return null;
  const [, minus, field] = /^(-?)(\w+)$/.exec(text) ?? [];
  if (field !== undefined && (field === 'label' || metrics.some(metric => metric === field)))
    return { field, descending: minus === '-' };
  return sort === null ? null : { field: sort, descending: true };
};

/** The name of the report of a saved view; null: boards show no report of it. */
export const reportName = ({ screen, address }: SavedView): string | null => {
  const name = screen.startsWith(SCREEN_PREFIX) ? screen.slice(SCREEN_PREFIX.length) : '';
  const isKnown = isDeclared(name) || CUSTOM_PAGES.some(page => page === name);
  return isKnown && !PANELS.has(readSearch(address).get('view')) ? name : null;
};

/** The parameters of a view; a custom page adds its second axis where the view names none. */
const searchOf = (address: string, custom: CustomSetting | null): Search => {
  const search = readSearch(address);
  const inner = custom === null || search.has('axis') ? undefined : innerAxisWord(custom);
  return inner === undefined || search.has('by') ? search : new Map([...search, ['by', inner]]);
};

/**
 * The report of a saved view for a product. Pure.
 *
 * @param setting the product's setting of the page of the report; null: none
 * @returns null: boards show no report of this view, or the custom page has no setting
 */
export const savedReport = (
  view: SavedView,
  { productId, setting, today }: { productId: number; setting: CustomSetting | null; today: Today },
): SavedReport | null => {
  const name = reportName(view);
  if (name === null) return null;
  const custom = isDeclared(name) ? null : setting;
  const declared = isDeclared(name) ? REPORTS[name] : setting && customReport(setting);
  if (declared === null) return null;
  const search = searchOf(view.address, custom);
  const axes = readAxes(declared, search);
  return {
    name,
    declared,
    query: {
      product_id: productId,
      ...savedDays(search, declared.chart.over, today),
      ...(declared.chart.over === 'time' && {
        step: STEPS.find(step => step === search.get('step')) ?? 'month',
      }),
      ...axesQuery(axes),
      ...countingQuery(declared, search, axes),
    },
    columns: readColumns(declared, search, setting?.hidden ?? []),
    charted: readCharted(declared, search.get('item')),
    sort: readSort(declared, search.get('sort')),
  };
};
