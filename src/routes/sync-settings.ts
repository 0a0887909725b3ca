import { LIST_MODALS, screen } from './screen.ts';

export const syncSettingsRoute = screen(
  '/ad/sync-setting',
  'resource.syncSettings.title',
  () => import('../screens/list/sync-settings.tsx'),
  { modals: LIST_MODALS },
);
