import { RECORD_MODALS, screen } from './screen.ts';

export const aspRoute = screen(
  '/ad/asp-setting/$id',
  'resource.asps.one',
  () => import('../screens/record/asp.tsx'),
  { navActiveLink: '/ad/asp-setting', modals: RECORD_MODALS },
);
