import { screen } from './screen.ts';

/** One screen for three addresses. */
const loadCustom = () => import('../screens/analysis/pages/custom.tsx');

/** The dashboard and the analyses. */
export const analysisRoutes = [
  screen('/dashboard', 'dashboard.title', () => import('../screens/dashboard/dashboard.tsx')),
  screen(
    '/analyze/ad-statistics',
    'adStatistics.title',
    () => import('../screens/analysis/pages/ad-statistics.tsx'),
  ),
  screen('/analyze/term', 'term.title', () => import('../screens/analysis/pages/term.tsx')),
  screen(
    '/analyze/attribution',
    'attribution.title',
    () => import('../screens/analysis/pages/attribution.tsx'),
  ),
  screen('/analyze/effect', 'effect.title', () => import('../screens/analysis/pages/effect.tsx')),
  screen('/analyze/custom/item-1', 'item_1.title', loadCustom),
  screen('/analyze/custom/item-2', 'item_2.title', loadCustom),
  screen('/analyze/custom/item-3', 'item_3.title', loadCustom),
  screen('/analyze/allocation', 'allocation.title', () => import('../screens/analysis/pages/allocation.tsx')),
  screen('/analyze/lpo', 'lpo.title', () => import('../screens/analysis/pages/lpo.tsx')),
] as const;
