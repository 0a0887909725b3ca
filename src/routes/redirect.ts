import { RECORD_MODALS, screen } from './screen.ts';

export const redirectRoute = screen(
  '/ad/redirect-setting/$id',
  'resource.redirects.one',
  () => import('../screens/record/redirect.tsx'),
  { navActiveLink: '/ad/redirect-setting', modals: RECORD_MODALS },
);
