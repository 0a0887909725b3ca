import { customReport, CUSTOM_PAGES, innerAxisWord, type CustomSetting } from './custom-report.ts';
import { isDeclared, REPORTS, type Control, type DeclaredReport, type OwnName } from './declared-reports.ts';
import { savedComparison, savedDays, type Today } from './saved-days.ts';
import {
  AD_FIELDS,
  axesQuery,
  filteredFields,
  readAxes,
  readHidden,
  readSearch,
  type Axes,
  type Search,
} from './saved-search.ts';

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
/** The analyses with rows of their own that have a screen of their own. */
const OWN_SCREENS = ['allocation', 'lpo'] as const satisfies readonly OwnName[];
const STEPS = ['month', 'week', 'day'];
const MODELS = ['1', '2', '3', '4', '5'];
const DATA_MODELS = ['6', '7'];
/** Axes by attributes of a contact other than its ad: models from the data have no answer for them. */
const EVENT_AXES: ReadonlySet<string> = new Set(['device', 'os', 'browser', 'landing', 'hour', 'weekday']);
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
  const left = readHidden(search, metrics) ?? (setting.length === 0 ? hidden : setting);
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

const screenName = ({ screen }: SavedView): string =>
  screen.startsWith(SCREEN_PREFIX) ? screen.slice(SCREEN_PREFIX.length) : '';

/**
 * The analysis with rows of its own that a saved view shows, on a screen of its own or in place of a report; null: the
 * view shows none.
 */
export const viewName = (view: SavedView): OwnName | null => {
  const name = screenName(view);
  const screen = OWN_SCREENS.find(one => one === name);
  if (screen !== undefined) return screen;
  const views = isDeclared(name) ? REPORTS[name].views : [];
  return views.find(one => one === readSearch(view.address).get('view')) ?? null;
};

/** The name of the report of a saved view; null: boards show no report of it. */
export const reportName = (view: SavedView): string | null => {
  const name = screenName(view);
  const isKnown = isDeclared(name) || CUSTOM_PAGES.some(page => page === name);
  return isKnown && viewName(view) === null ? name : null;
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
