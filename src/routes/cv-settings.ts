import { LIST_MODALS, screen } from './screen.ts';

export const cvSettingsRoute = screen(
  '/ad/cv-setting',
  'resource.cvSettings.title',
  () => import('../screens/list/cv-settings.tsx'),
  { modals: LIST_MODALS },
);
