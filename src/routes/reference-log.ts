import { screen } from './screen.ts';

export const referenceLogRoute = screen('/log/reference', 'log.reference.title', () => import('../screens/log/reference.tsx'));
