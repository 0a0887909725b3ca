import { screen } from './screen.ts';

export const accessLogRoute = screen(
  '/log/access',
  'log.access.title',
  () => import('../screens/log/access.tsx'),
);
export const accessLogRecordRoute = screen(
  '/log/access/$id',
  'log.access.one',
  () => import('../screens/log/access-record.tsx'),
  { navActiveLink: '/log/access' },
);
