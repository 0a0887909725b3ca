import { parseUrl } from '../collector/hosts.ts';
import { MATCHED_TEXTS, type MatchedText } from '../collector/matchable.ts';
import { isButtonPage, isReached } from '../collector/routes/page-conversions.ts';
import { relationOf, type TrackedProduct, type TrackedSetting } from '../collector/tracking.ts';
import { planSetting } from '../collector/tracking-plans.ts';
import type { PageDetail, RecentPage } from '../store/clickhouse/events/recent-pages.ts';
import { DAY } from '../platform/time.ts';
import type { CvSettingPreviewBody, PreviewedCvSetting } from './schemas.ts';

/** Previews which page views a CV setting would have matched, with the collector's matcher. Pure. */

const CONDITION = { urlAndReferrer: 2, button: 3 } as const;
const MAX_SHOWN_PAGES = 10;
/** Milliseconds of page views before now that are compared. */
export const LOOK_BACK_MS = 90 * DAY;

type Obstacle = {
  readonly verdict: 'incomplete' | 'impossible' | 'foreign_host';
  readonly field: MatchedText['field'];
};

export const settingOf = (typed: PreviewedCvSetting): TrackedSetting =>
  planSetting({
    id: 0,
    cvType: 1,
    cvCondition: typed.cv_condition,
    cvPageUrl: typed.cv_page_url,
    routePageUrl: typed.route_page_url,
    buttonSelector: typed.button_selector,
  });

/** Reason why the setting cannot match any page view; null: no such reason. */
export const obstacleOf = (
  typed: PreviewedCvSetting,
  { page }: TrackedSetting,
  product: TrackedProduct,
): Obstacle | null => {
  const { cv_condition: condition } = typed;
  for (const { field, requiredBy, canMatch } of MATCHED_TEXTS.filter(({ usedBy }) =>
    usedBy.includes(condition),
  )) {
    const text = typed[field].trim();
    if (text === '') {
      if (requiredBy.includes(condition)) return { verdict: 'incomplete', field };
    } else if (!canMatch(text)) return { verdict: 'impossible', field };
  }
  const host = page?.host ?? null;
  if (host === null || host.includes('*')) return null;
  const relation = relationOf(product, host.replace(/\.$/, ''));
  return relation === 'foreign' ? { verdict: 'foreign_host', field: 'cv_page_url' } : null;
};

/** Details of page views that the setting compares. */
export const detailOf = ({ condition, page, route }: TrackedSetting): PageDetail => ({
  query: (page?.query.length ?? 0) > 0,
  fragment: (page?.fragment ?? null) !== null,
  referrer: condition === CONDITION.urlAndReferrer && route !== null,
});

/** Whether views of a page are conversions of the setting, or can be, if it is the page of its button. */
export const matchesSetting = (setting: TrackedSetting, { url, referrer }: RecentPage): boolean => {
  const page = parseUrl(url);
  if (page === null) return false;
  if (setting.condition === CONDITION.button) return isButtonPage(setting, page);
  return isReached(setting, page, referrer);
};

const viewsOf = (pages: readonly RecentPage[]): number => pages.reduce((sum, { views }) => sum + views, 0);

/** Merges rows of the same page with different referrers. */
const distinctPages = (pages: readonly RecentPage[]): readonly RecentPage[] => {
  const byUrl = new Map<string, RecentPage>();
  for (const page of pages) {
    const known = byUrl.get(page.url);
    byUrl.set(page.url, known === undefined ? page : { ...known, views: known.views + page.views });
  }
  return [...byUrl.values()];
};

const shownPage = ({ url, views, last }: RecentPage) => ({
  url,
  views,
  last_at: new Date(last).toISOString(),
});

const NOTHING = { views: 0, matched_views: 0, matched_pages: 0, pages: [] };
export const obstructed = (obstacle: Obstacle): CvSettingPreviewBody => ({
  ...obstacle,
  look_back_days: LOOK_BACK_MS / DAY,
  ...NOTHING,
});

/**
 * @param pages the latest first
 * @param seesPages whether the caller may see addresses of the access log
 */
export const previewOf = (
  setting: TrackedSetting,
  pages: readonly RecentPage[],
  seesPages: boolean,
): CvSettingPreviewBody => {
  const matched = pages.filter(page => matchesSetting(setting, page));
  const distinct = distinctPages(matched);
  const found = matched.length > 0 ? 'some' : 'none';
  return {
    verdict: pages.length === 0 ? 'unseen' : found,
    look_back_days: LOOK_BACK_MS / DAY,
    views: viewsOf(pages),
    matched_views: viewsOf(matched),
    matched_pages: distinct.length,
    pages: seesPages ? distinct.slice(0, MAX_SHOWN_PAGES).map(shownPage) : null,
  };
};
