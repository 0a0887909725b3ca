import { listScreen } from './resource-screen.tsx';
import { LIST_MODALS, screen } from './screen.ts';

/** Lists that name metrics, in their forms or in changes of them, so the texts of reports are loaded with them. */
export const reportSettingRoutes = [
  listScreen('/ad-analyze-setting', 'analyzeSettings', () => import('../resources/analyze-settings.ts')),
  screen(
    '/analyze/delivery',
    'resource.reportDeliveries.title',
    () => import('../screens/analysis/pages/report-deliveries.tsx'),
    { modals: LIST_MODALS },
  ),
  screen('/config/history', 'resource.changes.title', () => import('../screens/config/history.tsx'), {
    modals: ['detail'],
  }),
] as const;
