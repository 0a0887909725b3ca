import { useSignedInData } from '../../console/context.ts';
import type { ReportBoard } from '../../resources/report-boards.ts';

/** Returns whether the user may change a board: an own one, or as an administrator a shared one. */
export const useMayChange = (): ((board: ReportBoard) => boolean) => {
  const { profile, role } = useSignedInData();
  return board => board.user_id === profile.id || (board.shared && role.base === 'admin');
};
