import { LIST_MODALS, screen } from './screen.ts';

export const categoriesRoute = screen(
  '/ad/category-setting',
  'nav.ad.category-setting',
  () => import('../screens/list/categories.tsx'),
  { modals: LIST_MODALS },
);
