import { LIST_MODALS, screen } from './screen.ts';

export const productsRoute = screen(
  '/config/product',
  'resource.products.title',
  () => import('../screens/list/products.tsx'),
  { modals: LIST_MODALS },
);
