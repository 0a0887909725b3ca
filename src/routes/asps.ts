import { LIST_MODALS, screen } from './screen.ts';

export const aspsRoute = screen(
  '/ad/asp-setting',
  'resource.asps.title',
  () => import('../screens/list/asps.tsx'),
  { modals: LIST_MODALS },
);
