import { screen } from './screen.ts';

/** Catalogue of the components; it needs no product. */
export const demoRoute = screen('/demo', 'demo.title', () => import('../screens/demo/demo.tsx'));
