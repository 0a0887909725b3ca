import { screen } from './screen.ts';

/** One screen under three addresses. */
const load = () => import('../screens/analysis/pages/custom.tsx');

export const customRoutes = [
  screen('/analyze/custom/item-1', 'item_1.title', load),
  screen('/analyze/custom/item-2', 'item_2.title', load),
  screen('/analyze/custom/item-3', 'item_3.title', load),
] as const;
