import { screen } from './screen.ts';

export const referenceLogRoute = screen(
  '/log/reference',
  'log.reference.title',
  () => import('../screens/log/reference.tsx'),
);
export const referenceLogRecordRoute = screen(
  '/log/reference/$id',
  'log.reference.one',
  () => import('../screens/log/reference-record.tsx'),
  { navActiveLink: '/log/reference' },
);
