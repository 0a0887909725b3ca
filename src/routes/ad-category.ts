import { screen } from './screen.ts';

export const adCategoryRoute = screen('/ad/category-setting/$id', 'resource.adCategories.title', () => import('../screens/record/ad-category.tsx'), '/ad/category-setting');
