import { Type } from '@fastify/type-provider-typebox';
import { Value } from 'typebox/value';
import { queryOf, type FileOf } from '../downloads/source.ts';
import { readAll } from '../http/query.ts';
import type { Dependencies } from '../dependencies.ts';
import { adSummaries, attributions, effects, timeSeries } from '../reports/files/downloads.ts';
import { allocation, lpo, models, paths, transitions, whatIf } from '../reports/files/analysis-downloads.ts';
import { METRICS } from '../attribution/metrics.ts';
import { TimeSeriesQuery } from '../reports/parse/series-schemas.ts';

/**
 * The reports that can be sent: every one that is on a page of the console. Single conversions, with their
 * order numbers and user IDs, are no report and go into no mail.
 */

interface Page {
  readonly file: FileOf<Dependencies>;
  /** Where the console shows it, its product and its question aside. */
  readonly address: string;
  /**
   * How many whole years before the present month it is of at first, where it is not of the days of the
   * schedule.
   */
  readonly display?: 1 | 2;
  /** Its columns unless the question names them; else all that its file knows. */
  readonly columns?: readonly string[];
}

/** Keys and what is compared with are for programs: who named no columns wants figures. */
const FIGURES = ['label', ...METRICS];
const custom = (number: number): Page => ({
  file: attributions,
  address: `/analyze/custom/item-${number}`,
  columns: FIGURES,
});

const PAGES = {
  ad_statistics: { file: adSummaries, address: '/analyze/ad-statistics', columns: FIGURES },
  term: { file: timeSeries, address: '/analyze/term', display: 1 },
  transitions: { file: transitions, address: '/analyze/term', display: 1 },
  attribution: { file: attributions, address: '/analyze/attribution', columns: FIGURES },
  models: { file: models, address: '/analyze/attribution?view=models' },
  paths: { file: paths, address: '/analyze/attribution?view=paths' },
  what_if: { file: whatIf, address: '/analyze/attribution?view=what_if' },
  effect: { file: effects, address: '/analyze/effect', columns: FIGURES },
  allocation: { file: allocation, address: '/analyze/allocation' },
  lpo: { file: lpo, address: '/analyze/lpo' },
  item_1: custom(1),
  item_2: custom(2),
  item_3: custom(3),
} as const satisfies Readonly<Record<string, Page>>;
type PageName = keyof typeof PAGES;
export const PAGE_NAMES = Object.keys(PAGES) as readonly PageName[];
export const pageNamed = (name: string): Page | null =>
  Object.hasOwn(PAGES, name) ? PAGES[name as PageName] : null;

/** What the schedule and the delivery say themselves, and days that would be the same each time. */
const OWN = ['product_id', 'from', 'to', 'locale', 'compare_from', 'compare_to'] as const;

/**
 * What a report's file is asked by the text of a delivery's question, which reads as the query of an address
 * does: `axis=6&columns=label,cv`. Null: that page cannot be asked that.
 */
export const askedBy = (name: string, question: string): Readonly<Record<string, unknown>> | null => {
  const page = pageNamed(name);
  if (page === null) return null;
  const { query, columns } = page.file;
  const known = Object.fromEntries(
    Object.entries(queryOf({ query, columns })).filter(([part]) => !OWN.some(own => own === part)),
  );
  const parameters: Record<string, unknown> = Object.fromEntries(new URLSearchParams(question));
  // Of whole years the schedule makes the days: a file that takes days alone can be of them too.
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
