import { screen } from './screen.ts';

export const cvLogRoute = screen('/log/cv', 'log.cv.title', () => import('../screens/log/cv.tsx'));
export const cvLogRecordRoute = screen(
  '/log/cv/$id',
  'log.cv.one',
  () => import('../screens/credit/cv-record.tsx'),
  { navActiveLink: '/log/cv' },
);
