import { Type } from '@fastify/type-provider-typebox';
import { Value } from 'typebox/value';
import { queryOf, type FileOf } from '../downloads/source.ts';
import { readAll } from '../http/query.ts';
import type { Dependencies } from '../dependencies.ts';
import { adSummaries } from '../reports/analyses/ad-summaries/analysis.ts';
import { attributions } from '../reports/analyses/attributions/analysis.ts';
import { effects } from '../reports/analyses/effects/analysis.ts';
import { timeSeries } from '../reports/analyses/time-series/analysis.ts';
import { allocation } from '../reports/analyses/allocation/analysis.ts';
import { landingPages } from '../reports/analyses/landing-pages/analysis.ts';
import { modelComparison } from '../reports/analyses/model-comparison/analysis.ts';
import { journeys } from '../reports/analyses/journeys/analysis.ts';
import { monthTransition } from '../reports/analyses/month-transition/analysis.ts';
import { whatIf } from '../reports/analyses/what-if/analysis.ts';
import { METRICS } from '../attribution/metrics.ts';
import { TimeSeriesQuery } from '../reports/analyses/time-series/schema.ts';

/**
 * The reports that can be sent: every one that is on a page of the console. Single conversions, with their
 * order numbers and user IDs, are no report and go into no mail.
 */

interface Page {
  readonly file: FileOf<Dependencies>;
  /** Its address in the console, without its product and query. */
  readonly address: string;
  /**
   * Default number of complete years before the present month, where its days are not those of the schedule.
   */
  readonly display?: 1 | 2;
  /** Its default columns; without them, all columns of its file. */
  readonly columns?: readonly string[];
}

/** Keys and comparison values are for programs, and not in the default columns. */
const FIGURES = ['label', ...METRICS];
const custom = (number: number): Page => ({
  file: attributions.file,
  address: `/analyze/custom/item-${number}`,
  columns: FIGURES,
});

const PAGES = {
  ad_statistics: { file: adSummaries.file, address: '/analyze/ad-statistics', columns: FIGURES },
  term: { file: timeSeries.file, address: '/analyze/term', display: 1 },
  transitions: { file: monthTransition.file, address: '/analyze/term', display: 1 },
  attribution: { file: attributions.file, address: '/analyze/attribution', columns: FIGURES },
  models: { file: modelComparison.file, address: '/analyze/attribution?view=models' },
  paths: { file: journeys.file, address: '/analyze/attribution?view=paths' },
  what_if: { file: whatIf.file, address: '/analyze/attribution?view=what_if' },
  effect: { file: effects.file, address: '/analyze/effect', columns: FIGURES },
  allocation: { file: allocation.file, address: '/analyze/allocation' },
  lpo: { file: landingPages.file, address: '/analyze/lpo' },
  item_1: custom(1),
  item_2: custom(2),
  item_3: custom(3),
} as const satisfies Readonly<Record<string, Page>>;
type PageName = keyof typeof PAGES;
/** The page of a board, which is mailed as HTML; its number is in the address of the delivery. */
export const BOARD_PAGE = 'board';
export const PAGE_NAMES = [...(Object.keys(PAGES) as PageName[]), BOARD_PAGE] as const;
/** The board of a delivery's address; null: it is none. */
export const boardOfAddress = (address: string): number | null => {
  const [, id] = /^\/analyze\/board\/([1-9]\d{0,8})$/.exec(address) ?? [];
  return id === undefined ? null : Number(id);
};
export const pageNamed = (name: string): Page | null =>
  Object.hasOwn(PAGES, name) ? PAGES[name as PageName] : null;

/** Parameters that the schedule and the delivery set themselves, and days, which would never change. */
const OWN = ['product_id', 'from', 'to', 'locale', 'compare_from', 'compare_to'] as const;

/**
 * The file parameters in the text of a delivery's query, which has the syntax of an address query:
 * `axis=6&columns=label,cv`. Null: the page does not support them.
 */
export const parseReportAddress = (
  name: string,
  deliveryQuery: string,
): Readonly<Record<string, unknown>> | null => {
  const page = pageNamed(name);
  if (page === null) return null;
  const { query, columns } = page.file;
  const known = Object.fromEntries(
    Object.entries(queryOf({ query, columns })).filter(([part]) => !OWN.some(own => own === part)),
  );
  const parameters: Record<string, unknown> = Object.fromEntries(new URLSearchParams(deliveryQuery));
  // The schedule converts complete years to days, for files that take only days.
  const schema = Type.Object(
    {
      ...known,
      ...(page.display !== undefined && { display_period: TimeSeriesQuery.properties.display_period }),
    },
    { additionalProperties: false },
  );
  readAll(schema, parameters);
  return parameters['compare'] !== 'custom' && Value.Check(schema, parameters)
    ? { ...(page.columns && { columns: page.columns }), ...parameters }
    : null;
};
