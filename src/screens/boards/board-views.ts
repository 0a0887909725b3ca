import { CUSTOM_PAGES, type CustomPage } from '../../analyses/custom.ts';
import { analysisPageOf } from '../../analyses/find-page.ts';
import type { AnalysisPage } from '../../analyses/pages.ts';
import { parseSearch, type RawSearch } from '../../console/address.ts';
import type { SavedView } from '../../resources/saved-views.ts';
import { lookOf } from '../analysis/tools/use-savable-report.ts';

const ANALYSIS_PREFIX = 'analysis_';
/** The views of attribution with rows of their own in place of its report, by the word in the address. */
const COMPOSED_VIEWS: ReadonlySet<string | undefined> = new Set(['models', 'paths', 'what_if']);
/** The analyses with rows of their own on a screen of their own. */
const COMPOSED_SCREENS: ReadonlySet<string | null> = new Set(['allocation', 'lpo']);

/** The name of the analysis of a saved view; null: of a list or a log. */
const analysisOf = ({ screen }: Pick<SavedView, 'screen'>): string | null =>
  screen.startsWith(ANALYSIS_PREFIX) ? screen.slice(ANALYSIS_PREFIX.length) : null;

/** The report of a saved view: its page, and what identifies its declaration. */
export interface ViewedReport {
  readonly page: AnalysisPage;
  /** A custom page, whose declaration is made of the setting of the product. */
  readonly custom: CustomPage | null;
  readonly search: RawSearch;
  /** The server composes what the item shows: its analysis has rows of its own. */
  readonly isComposed: boolean;
  /** The chart has days, weeks or months; known before the declaration is loaded, for the room of the chart. */
  readonly isOverTime: boolean;
}

/** The report that a board shows of a saved view; null: the view shows something else. */
export const reportOf = (view: Pick<SavedView, 'screen' | 'address'>): ViewedReport | null => {
  const name = analysisOf(view);
  const page = name === null ? null : analysisPageOf(name);
  if (page === null) return null;
  const custom = CUSTOM_PAGES.find(one => one === name) ?? null;
  const search = parseSearch(lookOf(parseSearch(view.address)));
  const isComposed =
    COMPOSED_SCREENS.has(name) || (name === 'attribution' && COMPOSED_VIEWS.has(search['view']));
  return page.load === undefined && custom === null && !isComposed
    ? null
    : { page, custom, search, isComposed, isOverTime: name === 'term' };
};
