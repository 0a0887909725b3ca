import { screen } from './screen.ts';

export const visitorPathRoute = screen(
  '/log/visitor/$id',
  'log.path.title',
  () => import('../screens/log/visitor.tsx'),
  { navActiveLink: '/log/reference' },
);
