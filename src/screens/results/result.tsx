import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import type { RowAction } from '../../components/grid/types.ts';
import { Icon } from '../../components/icon.tsx';
import { useLevel, useMayWrite } from '../../console/context.ts';
import { resultLog, type Result } from '../../resources/results.ts';
import { useRowLinks, useLinkTarget } from '../log/use-row-links.ts';
import { writePeriod } from '../period.ts';
import { BoardView } from './board-view.tsx';
import { ResultDetail } from './result-detail.tsx';
import { useBoard } from './use-board.ts';
import { useRowLink } from './use-row-link.ts';

/** /log/result: results with their checks, decisions and notifications. */
export const Screen = () => {
  const intl = useIntl();
  const board = useBoard(resultLog);
  const { actions } = useRowLinks(resultLog);
  const { follow } = useLinkTarget();
  const mayRecompute = [useLevel('cv_approval') === 'write', useMayWrite('settings')].every(Boolean);
  // The same period, so that the recomputation covers the displayed results.
  const { period } = board.search;
  const recompute = () =>
    follow({
      path: '/log/result-recompute',
      search: Object.fromEntries(
        Object.entries(writePeriod(period, period === 'custom' ? board.days : null)).filter(
          ([, value]) => value !== undefined,
        ),
      ) as Record<string, string>,
    });
  const link = useRowLink<Result>(row => row.result_id, board.openRow);
  const detail: RowAction<Result> = {
    id: 'detail',
    label: intl.formatMessage({ id: 'approval.detail' }),
    icon: 'history',
    run: row => board.openRow(row.result_id),
  };
  return (
    <BoardView
      of={board}
      grid={{ link, actions: [detail, ...actions] }}
      tools={
        mayRecompute && (
          <Button
            label={intl.formatMessage({ id: 'recompute.link' })}
            icon={<Icon name="renew" />}
            onClick={recompute}
          />
        )
      }
    >
      {board.search.open !== null && (
        <ResultDetail
          key={board.search.open}
          id={board.search.open}
          onClose={() => board.openRow(null)}
          actionsOf={null}
        />
      )}
    </BoardView>
  );
};
