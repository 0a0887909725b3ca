import { parseSearch, stringifySearch, type RawSearch } from '../../../console/address.ts';
import type { AnalysisSearch } from '../search/search.ts';
import type { ReportContext } from '../report/context.ts';
import type { ReportFile } from './tools-menu.tsx';
import { lookOf } from './use-savable-report.ts';

/** Names of mailed reports by the path of their files. */
const PAGES: Readonly<Record<string, string>> = {
  'analyses/ad_summaries': 'ad_statistics',
  'analyses/time_series': 'term',
  'analyses/attributions': 'attribution',
  'analyses/models': 'models',
  'analyses/paths': 'paths',
  'analyses/what_if': 'what_if',
  'analyses/effects': 'effect',
  'analyses/allocations': 'allocation',
  'analyses/lpo_analysis': 'lpo',
  'analyses/transitions': 'transitions',
};
/** Mailed reports that cover whole years by default; they share one page of the console. */
const OVER_YEARS: ReadonlySet<string> = new Set(['term', 'transitions']);
/** Parameters of the query and of the address that each mail sets by its schedule. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set([
  'product_id',
  'from',
  'to',
  'compare_from',
  'compare_to',
  'period',
]);

/** Custom days of comparison would be the same in each mail; the previous period replaces them. */
const lasting = (lastingParameters: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(lastingParameters)
      .filter(([name]) => !OWN_PARAMETERS.has(name))
      .map(([name, value]) => [name, name === 'compare' && value === 'custom' ? 'previous_period' : value]),
  );

/**
 * Address parameters that open the form of a mailed report with the current query of a file and the address
 * of the report; null: the report is not mailed.
 *
 * @param file the file of the report, with its sort
 * @param at the current address
 */
export const mailOf = (
  {
    name,
    search: { display },
  }: Pick<ReportContext, 'name'> & { readonly search: Pick<AnalysisSearch, 'display'> },
  { path, parameters, columns }: Pick<ReportFile, 'path' | 'parameters' | 'columns'>,
  at: { readonly path: string; readonly search: RawSearch },
): Readonly<Record<string, string>> | null => {
  const page = name.startsWith('item_') ? name : PAGES[path];
  if (page === undefined) return null;
  // A display period stays relative to the day of the mail; chosen days are replaced by those of the schedule.
  const overYears = OVER_YEARS.has(page);
  const years = overYears && display !== 'custom' && { display_period: display };
  return {
    modal: 'add',
    analyze_page: page,
    query: stringifySearch({ ...lasting(parameters), ...years, columns }).slice(1),
    address: `${at.path}${stringifySearch({ ...lasting(parseSearch(lookOf(at.search))), ...(overYears && { display }), ...(page === 'transitions' && { view: page }) })}`,
  };
};
