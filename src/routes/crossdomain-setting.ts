import { RECORD_MODALS, screen } from './screen.ts';

export const crossdomainSettingRoute = screen(
  '/ad/crossdomain-setting/$id',
  'resource.crossdomainSettings.one',
  () => import('../screens/record/crossdomain-setting.tsx'),
  { navActiveLink: '/ad/crossdomain-setting', modals: RECORD_MODALS },
);
