import { RECORD_MODALS, screen } from './screen.ts';

export const cvSettingRoute = screen(
  '/ad/cv-setting/$id',
  'resource.cvSettings.one',
  () => import('../screens/record/cv-setting.tsx'),
  { navActiveLink: '/ad/cv-setting', modals: RECORD_MODALS },
);
