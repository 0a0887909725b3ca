import type { Analysis } from './analysis.ts';

export interface AnalysisPage {
  readonly to: string;
  /** Message id of the menu entry; of a declared analysis it is the title of the screen as well. */
  readonly label: string;
  readonly icon: string;
  /** Loads the declaration that the general screen shows; without it the page has a route of its own. */
  readonly load?: () => Promise<{ readonly analysis: Analysis }>;
  /** The analysis setting that may name the entry. */
  readonly analysis?: string;
  /** Name of a common guide, for a page without a guide of its own. */
  readonly guide?: string;
}

/** The analyses in the order of the menu, which has their routes as well (src/routes/analyses.ts). */
export const ANALYSIS_PAGES = [
  {
    to: '/analyze/ad-statistics',
    label: 'analysis.adStatistics.title',
    icon: 'bars',
    load: () => import('./ad-statistics.ts'),
  },
  {
    to: '/analyze/term',
    label: 'analysis.term.title',
    icon: 'line',
    load: () => import('./term.ts'),
  },
  {
    to: '/analyze/attribution',
    label: 'analysis.attribution.title',
    icon: 'attribution',
    load: () => import('./attribution.ts'),
  },
  { to: '/analyze/cv', label: 'nav.analyze.cv', icon: 'info' },
  {
    to: '/analyze/effect',
    label: 'analysis.effect.title',
    icon: 'effect',
    load: () => import('./effect.ts'),
  },
  { to: '/analyze/allocation', label: 'analysis.allocation.title', icon: 'pie' },
  { to: '/analyze/lpo', label: 'nav.analyze.lpo', icon: 'system' },
  { to: '/analyze/custom/item-1', label: 'analysis.item_1.title', icon: 'custom1', analysis: 'item_1' },
  { to: '/analyze/custom/item-2', label: 'analysis.item_2.title', icon: 'custom2', analysis: 'item_2' },
  { to: '/analyze/custom/item-3', label: 'analysis.item_3.title', icon: 'custom3', analysis: 'item_3' },
] as const satisfies readonly AnalysisPage[];
