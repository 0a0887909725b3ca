import { RECORD_MODALS, screen } from './screen.ts';

export const adRoute = screen(
  '/ad/setting/$id',
  'resource.ads.one',
  () => import('../screens/record/ad.tsx'),
  { navActiveLink: '/ad/setting', modals: RECORD_MODALS },
);
