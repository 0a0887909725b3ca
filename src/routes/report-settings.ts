import { LIST_MODALS, screen } from './screen.ts';

/** Lists whose forms name metrics, so the texts of reports are loaded with them. */
export const reportSettingRoutes = [
  screen(
    '/ad-analyze-setting',
    'resource.analyzeSettings.title',
    () => import('../screens/list/analyze-settings.tsx'),
    { modals: LIST_MODALS },
  ),
  screen(
    '/analyze/delivery',
    'resource.reportDeliveries.title',
    () => import('../screens/list/report-deliveries.tsx'),
    { modals: LIST_MODALS },
  ),
] as const;
