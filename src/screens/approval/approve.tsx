import { useEffect, useRef, type RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { APPROVED, REJECTED, type Verdict } from '../../../machines/decision.ts';
import type { RowAction } from '../../components/grid/types.ts';
import { useLevel } from '../../console/context.ts';
import { approvals, type Result } from '../../resources/results.ts';
import { useRowLinks } from '../log/use-row-links.ts';
import { BoardView } from '../results/board-view.tsx';
import { ResultDetail } from '../results/result-detail.tsx';
import { useBoard } from '../results/use-board.ts';
import { useRowLink } from '../results/use-row-link.ts';
import './approval.css';
import { ApprovalBar, KeyLegend } from './approval-bar.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { DecideOutcome, TakeBackOutcome } from './outcome-dialogs.tsx';
import { UndoBar } from './undo-bar.tsx';
import { cursorRow, focusCursor, moveCursor, pressInGrid, useApprovalKeys } from './use-approval-keys.ts';
import { candidateOf } from './use-approval.ts';
import { useDecisions, type Decisions } from './use-decisions.ts';

const VERDICTS = [APPROVED, REJECTED] as const;

const verdictId = (to: Verdict): string => `approval.${to === APPROVED ? 'approve' : 'reject'}`;

/**
 * Focuses the grid's cursor when a dialog closes and the element to which the focus would return has been
 * removed.
 */
const useFocusAfterDialog = (panel: RefObject<HTMLElement | null>, isOpen: boolean): void =>
  useEffect(() => {
    if (!isOpen) return undefined;
    const grid = panel.current;
    return () => {
      if (document.activeElement === document.body) focusCursor(grid);
    };
  }, [panel, isOpen]);

/**
 * Binds the letter keys: decisions apply to the selection, or without a selection to the row at the cursor.
 */
const useDecideKeys = (
  panel: RefObject<HTMLElement | null>,
  mayDecide: boolean,
  { approval: { keys }, rows, decide }: Decisions,
): void => {
  const decideHere = (to: Verdict) => {
    const row = rows?.[cursorRow(panel.current)];
    if (keys.size > 0) decide(to);
    else if (row !== undefined) decide(to, [candidateOf(row)]);
    else moveCursor(panel.current, true);
  };
  useApprovalKeys(mayDecide, {
    move: down => moveCursor(panel.current, down),
    approve: () => decideHere(APPROVED),
    reject: () => decideHere(REJECTED),
    select: () => pressInGrid(panel.current, ' '),
  });
};

/** Row actions: decisions if the user may decide, details, and links. */
const useResultActions = (
  mayDecide: boolean,
  decide: Decisions['decide'],
  openRow: (id: number) => void,
): readonly RowAction<Result>[] => {
  const intl = useIntl();
  const { actions: rowActions } = useRowLinks(approvals);
  const verdicts = VERDICTS.map((to): RowAction<Result> => ({
    id: `to-${to}`,
    label: intl.formatMessage({ id: verdictId(to) }),
    icon: to === APPROVED ? 'check' : 'close',
    offered: row => row.next_statuses.includes(to),
    run: row => decide(to, [candidateOf(row)]),
  }));
  return [
    ...(mayDecide ? verdicts : []),
    {
      id: 'detail',
      label: intl.formatMessage({ id: 'approval.detail' }),
      icon: 'history',
      run: row => openRow(row.result_id),
    },
    ...rowActions,
  ];
};

/** Buttons of the decisions that the server allows this user for the row. */
const verdictButtons = (row: Result, onDecide: (to: Verdict) => void) =>
  VERDICTS.filter(to => row.next_statuses.includes(to)).map(to => (
    <button
      key={to}
      type="button"
      className={`p-button${to === APPROVED ? '' : ' p-button-secondary p-button-outlined'}`}
      onClick={() => onDecide(to)}
    >
      <FormattedMessage id={verdictId(to)} />
    </button>
  ));

/** /log/cv-approve: approves and rejects results, singly or up to thousands at once, by mouse or keyboard. */
export const Screen = () => {
  const mayDecide = useLevel('cv_approval') === 'write';
  const panel = useRef<HTMLElement>(null);
  const board = useBoard(approvals);
  const { search, openRow } = board;
  const decisions = useDecisions(board);
  const { approval, hold, decide } = decisions;
  const { state, keys, select } = approval;
  const isConfirming = state.matches('confirming') || state.matches('submitting');
  const isDialogOpen = isConfirming || state.matches('partial');
  useFocusAfterDialog(panel, isDialogOpen);
  useDecideKeys(panel, mayDecide, decisions);
  const actions = useResultActions(mayDecide, decide, openRow);
  const link = useRowLink<Result>(row => row.result_id, openRow);
  const isSelecting = keys.size > 0 || state.matches('gathering');
  const selection = {
    bar: isSelecting ? <ApprovalBar approval={approval} total={board.total} /> : null,
    hint: <KeyLegend />,
  };
  const decideOpened = (to: Verdict, row: Result) => {
    openRow(null);
    decide(to, [candidateOf(row)]);
  };
  return (
    <BoardView
      of={board}
      panel={panel}
      grid={{ actions, link, ...(mayDecide && { selected: keys, onSelect: select, selection }) }}
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
          actionsOf={mayDecide ? (row: Result) => verdictButtons(row, to => decideOpened(to, row)) : null}
        />
      )}
      {isConfirming && <DecideDialog approval={approval} reasons="approval_reasons" />}
      <DecideOutcome approval={approval} />
      <TakeBackOutcome hold={hold} />
      {!isDialogOpen && <UndoBar hold={hold} onChange={decide} />}
    </BoardView>
  );
};
