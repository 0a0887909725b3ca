import { useBlocker } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { fromPromise } from 'xstate';
import { isSameBoard, type BoardItem, type PlacedItem } from '../../../machines/board-items.ts';
import type { Failure } from '../../../machines/failure.ts';
import { reportBoardMachine, type BoardVersion } from '../../../machines/report-board.ts';
import { watched } from '../../console/actor-registry.ts';
import { useExecute, useNotify } from '../../console/context.ts';
import { requireValue } from '../../console/required-answer.ts';
import { useReportChange } from '../../console/row-changes.ts';
import {
  itemsOf,
  reportBoardOperations,
  reportBoards,
  type ReportBoard,
} from '../../resources/report-boards.ts';

export interface OpenBoard {
  readonly is: 'viewing' | 'arranging' | 'saving' | 'leaving';
  readonly items: readonly PlacedItem[];
  readonly failure: Failure | null;
  readonly send: (event: 'arrange' | 'save' | 'cancel' | 'keep' | 'discard') => void;
  readonly add: (item: BoardItem) => void;
  readonly move: (key: number, to: number) => void;
  readonly widen: (key: number) => void;
  readonly remove: (key: number) => void;
}

const versionOf = ({
  items,
  updated_at: version,
}: Pick<ReportBoard, 'items' | 'updated_at'>): BoardVersion => ({
  items: itemsOf(items),
  version,
});

/** Saves the items of a board, and announces the outcome. */
const useSave = ({ id, name }: ReportBoard) => {
  const execute = useExecute();
  const notify = useNotify();
  const reportChange = useReportChange();
  return async ({ items, version }: BoardVersion, signal: AbortSignal): Promise<BoardVersion> => {
    const { saved } = await execute(
      reportBoardOperations.update,
      { id, input: { name, items: items.map(item => ({ ...item })), updated_at: version } },
      signal,
    );
    notify({ kind: 'SUCCESS', message: 'report_board.saved', values: { name } });
    reportChange(reportBoards);
    return versionOf(requireValue(saved));
  };
};

/** Opens a board (machines/report-board.ts). Leaving the page with unsaved changes requires a confirmation. */
export const useBoard = (board: ReportBoard): OpenBoard => {
  const save = useSave(board);
  const actor = useActorRef(
    reportBoardMachine.provide({
      actors: { save: fromPromise<BoardVersion, BoardVersion>(({ input, signal }) => save(input, signal)) },
    }),
    { ...watched, input: versionOf(board) },
  );
  const state = useSelector(actor, snapshot => snapshot);
  useEffect(() => actor.send({ type: 'loaded', saved: versionOf(board) }), [actor, board]);
  const hasUnsavedChanges = (): boolean => {
    const { context, value } = actor.getSnapshot();
    return value !== 'viewing' && !isSameBoard(context.items, context.saved.items);
  };
  useBlocker({
    enableBeforeUnload: hasUnsavedChanges,
    shouldBlockFn: () => {
      const isBlocked = hasUnsavedChanges();
      if (isBlocked) actor.send({ type: 'cancel' });
      return isBlocked;
    },
  });
  const { items, failure } = state.context;
  return {
    is: state.value,
    items,
    failure,
    send: type => actor.send({ type }),
    add: item => actor.send({ type: 'add', item }),
    move: (key, to) => actor.send({ type: 'move', key, to }),
    widen: key => actor.send({ type: 'widen', key }),
    remove: key => actor.send({ type: 'remove', key }),
  };
};
