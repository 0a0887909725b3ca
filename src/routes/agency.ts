import { RECORD_MODALS, screen } from './screen.ts';

export const agencyRoute = screen(
  '/config/agency/$id',
  'resource.agencies.one',
  () => import('../screens/record/agency.tsx'),
  { navActiveLink: '/config/agency', modals: RECORD_MODALS },
);
