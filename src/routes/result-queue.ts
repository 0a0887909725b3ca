import { screen } from './screen.ts';

export const resultQueueRoute = screen(
  '/log/result-queue',
  'log.result_queue.title',
  () => import('../screens/results/queue.tsx'),
);
