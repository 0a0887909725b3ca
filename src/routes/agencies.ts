import { LIST_MODALS, screen } from './screen.ts';

export const agenciesRoute = screen(
  '/config/agency',
  'resource.agencies.title',
  () => import('../screens/list/agencies.tsx'),
  { modals: LIST_MODALS },
);
