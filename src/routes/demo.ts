import { screen } from './screen.ts';

/** The living catalogue: of the console itself, and so of no product. */
export const demoRoute = screen('/demo', 'demo.title', () => import('../screens/demo/demo.tsx'));
