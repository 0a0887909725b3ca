import { LIST_MODALS, screen } from './screen.ts';

export const redirectsRoute = screen(
  '/ad/redirect-setting',
  'resource.redirects.title',
  () => import('../screens/list/redirects.tsx'),
  { modals: LIST_MODALS },
);
