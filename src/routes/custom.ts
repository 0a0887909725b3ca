import { screen } from './screen.ts';

export const customRoutes = [
  screen('/analyze/custom/item-1', 'item_1.title', () => import('../screens/analysis/custom-1.tsx')),
  screen('/analyze/custom/item-2', 'item_2.title', () => import('../screens/analysis/custom-2.tsx')),
  screen('/analyze/custom/item-3', 'item_3.title', () => import('../screens/analysis/custom-3.tsx')),
] as const;
