import { screen } from './screen.ts';

/** Boards: the list, and one of them. */
export const boardRoutes = [
  screen('/analyze/board', 'nav.analyze.board', () => import('../screens/boards/board-list.tsx')),
  screen('/analyze/board/$id', 'report_board.title', () => import('../screens/boards/board.tsx'), {
    navActiveLink: '/analyze/board',
  }),
] as const;
