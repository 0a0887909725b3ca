import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { APPROVED, REJECTED, type Verdict } from '../../../machines/cv-approval.ts';
import { referenceOf } from '../../../machines/failure.ts';
import type { RowAction } from '../../components/grid/types.ts';
import { useLevel, useNotify } from '../../console/context.ts';
import { useFailureReason } from '../../console/texts.ts';
import { approvals, type Result } from '../../resources/results.ts';
import { useRowWays } from '../log/use-row-ways.ts';
import { BoardView } from '../results/board-view.tsx';
import { ResultDetail } from '../results/result-detail.tsx';
import { useBoard } from '../results/use-board.ts';
import { useRowLink } from '../results/use-row-link.ts';
import './approval.css';
import { DecideDialog } from './decide-dialog.tsx';
import { DeskBar, DeskLegend } from './approval-bar.tsx';
import { DecideOutcome, TakeBackOutcome } from './outcome-dialogs.tsx';
import { UndoBar } from './undo-bar.tsx';
import { candidateOf, useApproval, type Settled } from './use-approval.ts';
import { useDecisionHold } from './use-decision-hold.ts';
import { cursorRow, focusCursor, pressInGrid, useDeskKeys, walk } from './use-approval-keys.ts';

const NO_IDS: ReadonlySet<number> = new Set();
const VERDICTS = [APPROVED, REJECTED] as const;

/**
 * /log/cv-approve: the desk at which results are approved and rejected, one by one or by the thousand, by
 * mouse or by keyboard alone.
 */
export const Screen = () => {
  const intl = useIntl();
  const notify = useNotify();
  const reasonOf = useFailureReason();
  const mayDecide = useLevel('cv_approval') === 'write';
  const panel = useRef<HTMLElement>(null);
  const board = useBoard(approvals);
  const { feed, search, openRow } = board;
  // Rows that were dealt with leave the state that they are read in at once, and the others stay in their
  // places.
  const [leftRows, setGone] = useState<{ readonly of: unknown; readonly ids: ReadonlySet<number> }>({
    of: null,
    ids: NO_IDS,
  });
  const ids = leftRows.of === feed.head ? leftRows.ids : NO_IDS;
  const rows = ids.size === 0 ? feed.rows : (feed.rows?.filter(({ result_id: id }) => !ids.has(id)) ?? null);

  const settled = ({ to, decided, refused }: Settled) => {
    board.recount();
    const answeredIds = [...decided, ...refused].map(({ id }) => id);
    const all = new Set([...ids, ...answeredIds]);
    const leave = search.tab !== null && search.tab !== String(to) && answeredIds.length > 0;
    if (leave && feed.rows?.some(row => !all.has(row.result_id)) === true)
      setGone({ of: feed.head, ids: all });
    else feed.again();
  };
  const hold = useDecisionHold(count => {
    if (count > 0) notify({ kind: 'SUCCESS', message: 'approval.taken_back', values: { count } });
    board.again();
  });
  const approval = useApproval({
    question: board.question,
    rows,
    onSettled: settled,
    onDecided: hold.decided,
    onFailed: failure =>
      notify({
        kind: 'ERROR',
        message: 'message.failed_because',
        values: { action: intl.formatMessage({ id: 'approval.key.pick' }), reason: reasonOf(failure) },
        timeout: -1,
        reference: referenceOf(failure),
      }),
  });
  const { state, keys, pick } = approval;
  const isTakingBack = hold.state.hasTag('busy');
  // While decisions are taken back the machine of the hold remembers no other.
  const decide: typeof approval.decide = (to, only) => {
    if (!isTakingBack) approval.decide(to, only);
  };
  const isConfirming = state.matches('confirming') || state.matches('submitting');
  const partly = state.matches('partly');

  // What had the focus may have left with its row: then whoever works by keyboard goes on at the next.
  const over = isConfirming || partly;
  useEffect(() => {
    if (!over) return undefined;
    const desk = panel.current;
    return () => {
      if (document.activeElement === document.body) focusCursor(desk);
    };
  }, [over]);

  const present = (): Result | undefined => rows?.[cursorRow(panel.current)];
  const decideHere = (to: Verdict) => {
    const row = present();
    if (keys.size > 0) decide(to);
    else if (row !== undefined) decide(to, [candidateOf(row)]);
    else walk(panel.current, true);
  };
  useDeskKeys(mayDecide, {
    move: down => walk(panel.current, down),
    approve: () => decideHere(APPROVED),
    reject: () => decideHere(REJECTED),
    pick: () => pressInGrid(panel.current, ' '),
  });

  const { actions: rowActions } = useRowWays(approvals);
  const link = useRowLink<Result>(row => row.result_id, openRow);
  const word = (to: Verdict) =>
    intl.formatMessage({ id: `approval.${to === APPROVED ? 'approve' : 'reject'}` });
  const actions: readonly RowAction<Result>[] = [
    ...(mayDecide
      ? VERDICTS.map((to): RowAction<Result> => ({
          id: `to-${to}`,
          label: word(to),
          icon: to === APPROVED ? 'check' : 'close',
          offered: row => row.next_statuses.includes(to),
          run: row => decide(to, [candidateOf(row)]),
        }))
      : []),
    {
      id: 'detail',
      label: intl.formatMessage({ id: 'approval.detail' }),
      icon: 'history',
      run: row => openRow(row.result_id),
    },
    ...rowActions,
  ];
  const selecting = keys.size > 0 || state.matches('gathering');
  const selection = {
    bar: selecting ? <DeskBar approval={approval} total={board.total} /> : null,
    hint: <DeskLegend />,
  };
  return (
    <BoardView
      of={board}
      rows={rows}
      panel={panel}
      grid={{ actions, link, ...(mayDecide && { picked: keys, onPicked: pick, selection }) }}
      note={
        !mayDecide && (
          <p className="tp-note">
            <FormattedMessage id="approval.read_only" />
          </p>
        )
      }
    >
      {search.open !== null && (
        <ResultDetail
          key={search.open}
          id={search.open}
          onClose={() => openRow(null)}
          actionsOf={
            mayDecide
              ? (row: Result) =>
                  VERDICTS.filter(to => row.next_statuses.includes(to)).map(to => (
                    <button
                      key={to}
                      type="button"
                      className={`p-button${to === APPROVED ? '' : ' p-button-secondary p-button-outlined'}`}
                      onClick={() => {
                        openRow(null);
                        decide(to, [candidateOf(row)]);
                      }}
                    >
                      {word(to)}
                    </button>
                  ))
              : null
          }
        />
      )}
      {isConfirming && <DecideDialog approval={approval} reasons="approval_reasons" />}
      <DecideOutcome approval={approval} />
      <TakeBackOutcome hold={hold} />
      {!over && <UndoBar hold={hold} onChange={decide} />}
    </BoardView>
  );
};
