import { parseSearch, stringifySearch, type RawSearch } from '../../../console/address.ts';
import type { AnalysisSearch } from '../search/search.ts';
import type { ReportContext } from '../report/context.ts';
import type { ReportFile } from './tools-menu.tsx';
import { lookOf } from './use-savable-report.ts';

/** The reports that are sent by mail, by the path of their files, as a delivery calls them. */
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
/** Those that are of whole years at first, all on one page of the console. */
const OVER_YEARS: ReadonlySet<string> = new Set(['term', 'transitions']);
/** What each mail has its own of, in the words of the question and in those of the address. */
const OWN_PARAMETERS: ReadonlySet<string> = new Set([
  'product_id',
  'from',
  'to',
  'compare_from',
  'compare_to',
  'period',
]);

/** Days of one's own would be the same in each mail: they become the period before. */
const lasting = (lastingParameters: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(lastingParameters)
      .filter(([name]) => !OWN_PARAMETERS.has(name))
      .map(([name, value]) => [name, name === 'compare' && value === 'custom' ? 'previous_period' : value]),
  );

/**
 * The search that opens the form of a delivery with the report as it stands: its question as its file is
 * asked, and its address; null: it is not sent by mail.
 *
 * @param file with its order
 * @param at the console's address
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
  // Of whole years each mail has its own; of days that were chosen, those of its schedule.
  const overYears = OVER_YEARS.has(page);
  const years = overYears && display !== 'custom' && { display_period: display };
  return {
    modal: 'add',
    analyze_page: page,
    question: stringifySearch({ ...lasting(parameters), ...years, columns }).slice(1),
    address: `${at.path}${stringifySearch({ ...lasting(parseSearch(lookOf(at.search))), ...(overYears && { display }), ...(page === 'transitions' && { view: page }) })}`,
  };
};
