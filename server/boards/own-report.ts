import { Value } from 'typebox/value';
import type { MetricKey } from '../attribution/metrics.ts';
import type { Viewer } from '../http/visibility.ts';
import { inOrder } from '../reports/files/file-order.ts';
import type { ReportOptions, ReportParts } from '../reports/parse/query.ts';
import type { BoardItem } from '../store/postgres/schema/index.ts';
import { wordsIn, type Locale } from '../wording/words.ts';
import { OWN, type OwnName } from './declared-reports.ts';
import { describeConditions } from './describe-report.ts';
import { NO_FIGURES, valueOf, type FigureColumn, type ItemFigures } from './figures.ts';
import type { Missing } from './item-figures.ts';
import { savedDays, type Today } from './saved-days.ts';
import { viewName, type SavedView } from './saved-report.ts';
import { axesQuery, readAxes, readSearch, partByAds, type Search } from './saved-search.ts';
import { allocation } from './allocation.ts';
import { landingPages } from './landing-pages.ts';
import { modelComparison } from './model-comparison.ts';
import type { OwnAnalysis, OwnAnswer, OwnColumn, OwnQuery, OwnRow } from './own-analysis.ts';
import { paths } from './paths.ts';
import { whatIf } from './what-if.ts';

/** What an item of a board shows of a view whose analysis has rows of its own. */

const ANALYSES: Readonly<Record<OwnName, OwnAnalysis>> = {
  models: modelComparison,
  paths,
  what_if: whatIf,
  allocation,
  lpo: landingPages,
};

/** The query of a saved view whose analysis has rows of its own. */
export interface OwnReport {
  readonly analysis: OwnAnalysis;
  readonly query: OwnQuery & { readonly from: string; readonly to: string };
  readonly search: Search;
  /** Fields of the view's filters that the analysis does not have. */
  readonly unapplied: readonly string[];
  /** Word of the axis of the rows; null: they are of one kind. */
  readonly axis: string | null;
  readonly hidden: readonly string[];
}

/** The analysis of a saved view with rows of its own; null: boards show none of it. Pure. */
const ownAnalysisOf = (view: SavedView) => {
  const name = viewName(view);
  return name === null ? null : { name, analysis: ANALYSES[name] };
};

/** Name of the analysis whose setting of a product has the hidden columns of a saved view; null: none has. Pure. */
export const hidingSettingOf = (view: SavedView): OwnName | null => {
  const found = ownAnalysisOf(view);
  return found?.analysis.hiddenOf === undefined ? null : found.name;
};

/**
 * The query of a saved view for a product; null: its analysis is none with rows of its own that boards show. Pure.
 *
 * @param hidden hidden columns of the product's setting of the page, for a view that names none
 */
export const savedOwnReport = (
  view: SavedView,
  {
    productId,
    today,
    hidden,
  }: { readonly productId: number; readonly today: Today; readonly hidden: readonly string[] },
): OwnReport | null => {
  const found = ownAnalysisOf(view);
  if (found === null) return null;
  const search = readSearch(view.address);
  const axes = readAxes(OWN[found.name], search);
  const outer = axes && { outer: axes.outer, inner: null };
  const { where, unapplied } = partByAds(search.get('f') ?? '');
  return {
    analysis: found.analysis,
    query: {
      product_id: productId,
      ...savedDays(search, 'items', today),
      ...axesQuery(outer),
      ...(where !== '' && { where }),
      ...found.analysis.parametersOf(search),
    },
    search,
    unapplied,
    axis: outer?.outer ?? null,
    hidden: found.analysis.hiddenOf === undefined ? [] : (found.analysis.hiddenOf(search) ?? hidden),
  };
};

/** Whether the schema of the analysis accepts the query, as that of its route does. */
export const isOwnReadable = ({ analysis, query }: OwnReport): boolean => Value.Check(analysis.query, query);

const figureColumn = ({ field, name, format, compared = false }: OwnColumn): FigureColumn => ({
  metric: field,
  name,
  format,
  compared,
});

/** The text of a row in a column; empty: the column has numbers, or the row has no text. */
const textOf = (row: OwnRow, { field, format, texts }: OwnColumn): string => {
  const value = (row as unknown as Readonly<Record<string, unknown>>)[field];
  return format === 'text' && typeof value === 'string' ? (texts?.get(value) ?? value) : '';
};

const rowsOf = (rows: readonly OwnRow[], columns: readonly OwnColumn[]): ItemFigures['rows'] => {
  const hasTexts = columns.some(({ format }) => format === 'text');
  return rows.map(row => ({
    key: row.key,
    label: row.label,
    values: columns.map(({ field }) => valueOf(row, field)),
    ...(hasTexts && { texts: columns.map(column => textOf(row, column)) }),
  }));
};

/** The order that the address of a view names; undefined: none that the table has. */
const namedSort = (search: Search, { columns }: OwnAnswer) => {
  const [, minus, field = ''] = /^(-?)(\w+)$/.exec(search.get('sort') ?? '') ?? [];
  const isKnown = field === 'label' || columns.some(column => column.field === field);
  return isKnown ? { sortName: field, sortAsc: minus !== '-' } : undefined;
};

interface Limits {
  readonly locale: Locale;
  readonly maxRows: number;
}

const tableOf = (
  answer: OwnAnswer,
  { search, hidden }: OwnReport,
  { locale, maxRows }: Limits,
): Pick<ItemFigures, 'columns' | 'rows' | 'count' | 'totals'> => {
  const { rows, totals, usualSort } = answer;
  const columns = answer.columns.filter(({ field }) => !hidden.includes(field));
  const order =
    usualSort === null ? {} : (namedSort(search, answer) ?? { sortName: usualSort, sortAsc: false });
  const sorted = inOrder(
    rows.map(row => ({ ...row })),
    { ...order, locale },
  ) as readonly unknown[] as readonly OwnRow[];
  return {
    columns: columns.map(figureColumn),
    rows: rowsOf(sorted.slice(0, maxRows), columns),
    count: rows.length,
    totals: columns.map(({ field }) => valueOf(totals, field)),
  };
};

const partOf = (
  answer: OwnAnswer,
  report: OwnReport,
  item: BoardItem,
  limits: Limits,
): Partial<ItemFigures> | Missing => {
  const { chart, figures, totals } = answer;
  if (item.kind === 'table') return tableOf(answer, report, limits);
  if (item.kind === 'chart')
    return chart === 'rules'
      ? chart
      : {
          chart: chart.kind,
          title: chart.title,
          heading: chart.heading,
          columns: chart.columns.map(figureColumn),
          rows: rowsOf(chart.rows, chart.columns),
          count: chart.rows.length,
        };
  const [usual] = figures.keys();
  const metric = (item.metric ?? usual) as MetricKey;
  const columns = figures.get(metric);
  if (columns === undefined) return 'metric';
  return {
    columns: columns.map(column => ({ ...figureColumn(column), metric })),
    totals: columns.map(({ field }) => valueOf(totals, field)),
  };
};

/**
 * Computes what an item shows of an analysis with rows of its own, by the rights of a viewer.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`, `timed_out`
 */
export const computeOwnItem = async (
  parts: ReportParts,
  viewer: Viewer,
  { report, item, ...limits }: Limits & { readonly report: OwnReport; readonly item: BoardItem },
  options: ReportOptions = {},
): Promise<ItemFigures | Missing> => {
  const words = wordsIn(limits.locale);
  const { analysis, query, search, unapplied } = report;
  const axis = report.axis === null ? '' : words.say(`axis.${report.axis}`);
  const answer = await analysis.read(parts, viewer, query, { search, axis, words }, options);
  const part = partOf(answer, report, item, limits);
  if (typeof part === 'string') return part;
  const { rebuildingSince } = answer;
  return {
    ...NO_FIGURES,
    conditions: describeConditions(
      {
        days: query,
        where: String(query['where'] ?? ''),
        unapplied,
        own: [...(axis === '' ? [] : [axis]), ...answer.conditions],
        rebuildingSince,
      },
      words,
    ),
    heading: answer.heading,
    ...part,
  };
};
