import { useIntl } from 'react-intl';
import type { RowAction } from '../../components/grid/types.ts';
import { resultLog, type Result } from '../../resources/results.ts';
import { useRowWays } from '../log/use-row-ways.ts';
import { BoardView } from './board-view.tsx';
import { ResultDetail } from './result-detail.tsx';
import { useBoard } from './use-board.ts';
import { useRowLink } from './use-row-link.ts';

/** /log/result: what networks are told of, how it was judged and what became of it. */
export const Screen = () => {
  const intl = useIntl();
  const board = useBoard(resultLog);
  const { actions } = useRowWays(resultLog);
  const link = useRowLink<Result>(row => row.result_id, board.openRow);
  const detail: RowAction<Result> = { id: 'detail', label: intl.formatMessage({ id: 'approval.detail' }), icon: 'history', run: row => board.openRow(row.result_id) };
  return (
    <BoardView of={board} grid={{ link, actions: [detail, ...actions] }}>
      {board.search.open !== null && <ResultDetail key={board.search.open} id={board.search.open} onClose={() => board.openRow(null)} />}
    </BoardView>
  );
};
