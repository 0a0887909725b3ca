import { createElement } from 'react';
import { ANALYSIS_PAGES, type AnalysisPage } from '../analyses/pages.ts';
import { screen } from './screen.ts';

/** Loads the general screen together with the declaration that it shows. */
const loadDeclared = (load: NonNullable<AnalysisPage['load']>) => async () => {
  const [{ AnalysisScreen }, { analysis }] = await Promise.all([
    import('../screens/analysis/report/analysis-screen.tsx'),
    load(),
  ]);
  return { Screen: () => createElement(AnalysisScreen, { analysis }) };
};

/** The dashboard and the analyses. */
export const analysisRoutes = [
  screen('/dashboard', 'dashboard.title', () => import('../screens/dashboard/dashboard.tsx')),
  ...ANALYSIS_PAGES.flatMap(page =>
    'load' in page ? [screen(page.to, page.label, loadDeclared(page.load))] : [],
  ),
  screen(
    '/analyze/custom/item-1',
    'analysis.item_1.title',
    () => import('../screens/analysis/pages/custom.tsx'),
  ),
  screen(
    '/analyze/custom/item-2',
    'analysis.item_2.title',
    () => import('../screens/analysis/pages/custom.tsx'),
  ),
  screen(
    '/analyze/custom/item-3',
    'analysis.item_3.title',
    () => import('../screens/analysis/pages/custom.tsx'),
  ),
  screen(
    '/analyze/allocation',
    'analysis.allocation.title',
    () => import('../screens/analysis/pages/allocation.tsx'),
  ),
  screen('/analyze/lpo', 'analysis.lpo.title', () => import('../screens/analysis/pages/lpo.tsx')),
] as const;
