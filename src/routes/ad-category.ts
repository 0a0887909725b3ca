import { RECORD_MODALS, screen } from './screen.ts';

export const adCategoryRoute = screen(
  '/ad/category-setting/$id',
  'resource.adCategories.one',
  () => import('../screens/record/ad-category.tsx'),
  { navActiveLink: '/ad/category-setting', modals: RECORD_MODALS },
);
