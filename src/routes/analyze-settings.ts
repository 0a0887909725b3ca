import { LIST_MODALS, screen } from './screen.ts';

export const analyzeSettingsRoute = screen(
  '/ad-analyze-setting',
  'resource.analyzeSettings.title',
  () => import('../screens/list/analyze-settings.tsx'),
  { modals: LIST_MODALS },
);
