import { screen } from './screen.ts';

export const cvApproveRoute = screen(
  '/log/cv-approve',
  'log.approval.title',
  () => import('../screens/approval/approve.tsx'),
);
