import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import type { RowAction } from '../../components/grid/types.ts';
import { Icon } from '../../components/icon.tsx';
import { useLevel } from '../../console/context.ts';
import { BY_TAG, resultQueue, type Notice } from '../../resources/result-queue.ts';
import { useRowWays } from '../log/use-row-ways.ts';
import { AttemptsDialog } from './attempts-dialog.tsx';
import { BoardView } from './board-view.tsx';
import { NetworksMenu } from './networks-menu.tsx';
import { useBoard } from './use-board.ts';
import { useQueueDeeds } from './use-queue-deeds.ts';
import { useRowLink } from './use-row-link.ts';

const NONE: ReadonlySet<string> = new Set();

/** /log/result-queue: what networks are told, every try of it, and sending again. */
export const Screen = () => {
  const intl = useIntl();
  const say = (id: string, values?: Record<string, number>) => intl.formatMessage({ id }, values);
  const board = useBoard(resultQueue);
  const { actions } = useRowWays(resultQueue);
  const link = useRowLink<Notice>(row => row.result_queue_id, board.openRow);
  const mayWrite = useLevel('result_queue') === 'write';
  const { resend, resendFailed, hold } = useQueueDeeds();
  // What is picked belongs to the question: another one lets go of it.
  const question = JSON.stringify(board.question);
  const [state, set] = useState<{
    readonly question: string;
    readonly picked: ReadonlySet<string>;
    readonly networks: HTMLElement | null;
  }>({ question, picked: NONE, networks: null });
  const picked = state.question === question ? state.picked : NONE;
  const pick = (keys: ReadonlySet<string>) => set({ question, picked: keys, networks: null });
  const open = (networks: HTMLElement | null) => set({ question, picked, networks });
  const { open: opened } = board.search;
  const notice = board.feed.rows?.find(row => row.result_queue_id === opened);
  const own: readonly RowAction<Notice>[] = [
    {
      id: 'attempts',
      label: say('queue.attempts'),
      icon: 'history',
      run: row => board.openRow(row.result_queue_id),
    },
    ...(mayWrite
      ? [
          {
            id: 'resend',
            label: say('queue.resend'),
            icon: 'restore' as const,
            disabled: (row: Notice) => row.method === BY_TAG,
            run: (row: Notice) => void resend([row.result_queue_id]),
          },
        ]
      : []),
  ];
  const bar = (
    <span className="tp-selection" role="group" aria-label={say('list.picked_actions')}>
      <strong role="status">{say('list.picked', { count: picked.size })}</strong>
      <Button
        label={say('queue.resend')}
        name={say('queue.resend_picked', { count: picked.size })}
        icon={<Icon name="restore" />}
        onClick={() =>
          void resend([...picked].map(Number)).then(done => {
            if (done) pick(NONE);
          })
        }
      />
      <button type="button" className="tp-quiet" onClick={() => pick(NONE)}>
        {say('list.unpick')}
      </button>
    </span>
  );
  return (
    <BoardView
      of={board}
      grid={{
        link,
        actions: [...own, ...actions],
        ...(mayWrite && { picked, onPicked: pick, selection: { bar: picked.size > 0 ? bar : null } }),
      }}
      tools={
        mayWrite && (
          <Button label={say('queue.networks')} icon={<Icon name="network" />} opens onClick={open} />
        )
      }
    >
      {state.networks !== null && (
        <NetworksMenu
          anchor={state.networks}
          onClose={() => open(null)}
          onHold={(network, pause) => void hold(network, pause)}
          onResend={network => void resendFailed(network)}
        />
      )}
      {opened !== null && (
        <AttemptsDialog
          key={opened}
          id={opened}
          notice={notice}
          onClose={() => board.openRow(null)}
          onResend={
            mayWrite && notice !== undefined && notice.method !== BY_TAG
              ? () =>
                  void resend([opened]).then(done => {
                    if (done) board.openRow(null);
                  })
              : undefined
          }
        />
      )}
    </BoardView>
  );
};
