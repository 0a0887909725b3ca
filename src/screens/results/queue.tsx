import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import type { RowAction } from '../../components/grid/types.ts';
import { Icon } from '../../components/icon.tsx';
import { useLevel } from '../../console/context.ts';
import { isRepeatable, resultQueue, type Notice } from '../../resources/result-queue.ts';
import { useRowLinks } from '../log/use-row-links.ts';
import { AttemptsDialog } from './attempts-dialog.tsx';
import { BoardView } from './board-view.tsx';
import { NetworksMenu } from './networks-menu.tsx';
import { useBoard } from './use-board.ts';
import { useQueueCommands } from './use-queue-commands.ts';
import { useQueueSelection } from './use-queue-selection.ts';
import { useRowLink } from './use-row-link.ts';

/** Row actions of notifications. */
const useNoticeActions = (
  mayWrite: boolean,
  openRow: (id: number) => void,
  resend: (ids: readonly number[]) => Promise<boolean>,
): readonly RowAction<Notice>[] => {
  const intl = useIntl();
  const { actions } = useRowLinks(resultQueue);
  const attempts: RowAction<Notice> = {
    id: 'attempts',
    label: intl.formatMessage({ id: 'queue.attempts' }),
    icon: 'history',
    run: row => openRow(row.result_queue_id),
  };
  const again: RowAction<Notice> = {
    id: 'resend',
    label: intl.formatMessage({ id: 'queue.resend' }),
    icon: 'restore',
    disabled: row => !isRepeatable(row),
    run: row => void resend([row.result_queue_id]),
  };
  return [attempts, ...(mayWrite ? [again] : []), ...actions];
};

interface SelectedBarProps {
  readonly count: number;
  readonly onResend: () => void;
  readonly onClear: () => void;
}

const SelectedBar = ({ count, onResend, onClear }: SelectedBarProps) => {
  const intl = useIntl();
  const translate = (id: string) => intl.formatMessage({ id }, { count });
  return (
    <span className="tp-selection" role="group" aria-label={translate('list.selected_actions')}>
      <strong role="status">{translate('list.selected')}</strong>
      <Button
        label={translate('queue.resend')}
        name={translate('queue.resend_selected')}
        icon={<Icon name="restore" />}
        onClick={onResend}
      />
      <button type="button" className="tp-quiet" onClick={onClear}>
        {translate('list.clear_selection')}
      </button>
    </span>
  );
};

/** Runs an action if the promise resolves to true. */
const whenDone = (done: Promise<boolean>, act: () => void): void =>
  void done.then(isDone => {
    if (isDone) act();
  });

/** /log/result-queue: notifications to ad networks with their attempts, and commands to send them again. */
export const Screen = () => {
  const intl = useIntl();
  const board = useBoard(resultQueue);
  const { openRow } = board;
  const link = useRowLink<Notice>(row => row.result_queue_id, openRow);
  const mayWrite = useLevel('result_queue') === 'write';
  const { resend, resendFailed, hold } = useQueueCommands();
  const selection = useQueueSelection(board.byTime, resend);
  const [networks, openNetworks] = useState<HTMLElement | null>(null);
  const actions = useNoticeActions(mayWrite, openRow, resend);
  const { open: opened } = board.search;
  const notice = board.feed.rows?.find(row => row.result_queue_id === opened);
  const mayResend = mayWrite && notice !== undefined && isRepeatable(notice);
  const bar =
    selection.selected.size > 0 ? (
      <SelectedBar count={selection.selected.size} onResend={selection.resend} onClear={selection.clear} />
    ) : null;
  const button = mayWrite && (
    <Button
      label={intl.formatMessage({ id: 'queue.networks' })}
      icon={<Icon name="network" />}
      opens
      onClick={openNetworks}
    />
  );
  return (
    <BoardView
      of={board}
      grid={{
        link,
        actions,
        ...(mayWrite && { selected: selection.selected, onSelect: selection.select, selection: { bar } }),
      }}
      tools={button}
    >
      {networks !== null && (
        <NetworksMenu
          anchor={networks}
          onClose={() => openNetworks(null)}
          onHold={(network, pause) => void hold(network, pause)}
          onResend={network => void resendFailed(network)}
        />
      )}
      {opened !== null && (
        <AttemptsDialog
          key={opened}
          id={opened}
          notice={notice}
          onClose={() => openRow(null)}
          onResend={mayResend ? () => whenDone(resend([opened]), () => openRow(null)) : undefined}
        />
      )}
    </BoardView>
  );
};
