import { LIST_MODALS, screen } from './screen.ts';

export const crossdomainSettingsRoute = screen(
  '/ad/crossdomain-setting',
  'resource.crossdomainSettings.title',
  () => import('../screens/list/crossdomain-settings.tsx'),
  { modals: LIST_MODALS },
);
