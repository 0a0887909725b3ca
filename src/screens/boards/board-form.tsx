import { useExecute, useNotify, useSignedInData } from '../../console/context.ts';
import { useReportChange } from '../../console/row-changes.ts';
import {
  reportBoardConstraints,
  reportBoardOperations,
  reportBoards,
  type ReportBoard,
} from '../../resources/report-boards.ts';
import { SharingDialog, type Sharing } from '../record/sharing-dialog.tsx';

interface Props {
  /** Null: a new board. */
  readonly board: ReportBoard | null;
  readonly onClosed: (id: number | null) => void;
}

/** Creates or updates a board, and announces the outcome. */
const useSave = (board: ReportBoard | null) => {
  const execute = useExecute();
  const notify = useNotify();
  const reportChange = useReportChange();
  return async (input: Sharing, key: string, signal: AbortSignal) => {
    const { saved } =
      board === null
        ? await execute(reportBoardOperations.create, { input, idempotency_key: key }, signal)
        : await execute(
            reportBoardOperations.update,
            { id: board.id, input: { ...input, updated_at: board.updated_at } },
            signal,
          );
    notify({ kind: 'SUCCESS', message: 'report_board.saved', values: { name: input.name } });
    reportChange(reportBoards);
    return { id: board?.id ?? saved?.id ?? 0 };
  };
};

/** Form of a board. Only its owner may stop sharing it. */
const BoardForm = ({ board, onClosed }: Props) => {
  const { profile } = useSignedInData();
  return (
    <SharingDialog
      title={board === null ? 'report_board.create' : 'report_board.settings'}
      nameLabel="report_board.name"
      stored={board}
      nameConstraint={reportBoardConstraints.name}
      mayShare={board === null || board.user_id === profile.id}
      save={useSave(board)}
      onClosed={onClosed}
    />
  );
};
export default BoardForm;
