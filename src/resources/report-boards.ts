import { ReportBoardForm } from '../../graphql/generated/constraints.ts';
import {
  ReportBoardCreateDocument,
  ReportBoardDocument,
  ReportBoardsDocument,
  ReportBoardsRemoveDocument,
  ReportBoardsRestoreDocument,
  ReportBoardUpdateDocument,
  SavedViewFiguresDocument,
  type ReportBoardForm_Input,
  type ReportBoardsQuery,
} from '../../graphql/generated/graphql.ts';
import { ITEM_KINDS, type BoardItem } from '../../machines/board-items.ts';
import { defineResource } from './resource.ts';
import { present, type Present } from './row.ts';

export type ReportBoard = Present<Present<ReportBoardsQuery['page']>['results']>;

export const reportBoardOperations = {
  one: ReportBoardDocument,
  create: ReportBoardCreateDocument,
  update: ReportBoardUpdateDocument,
  figures: SavedViewFiguresDocument,
} as const;
export const reportBoardConstraints = ReportBoardForm;

/** The address of a board. */
export const boardAddress = (id: number): string => `/analyze/board/${id}`;

/** The items of a board as its machine has them. An item of a kind that this release does not know is left out. */
export const itemsOf = (items: ReportBoard['items']): readonly BoardItem[] =>
  present(items).flatMap(({ view_id: view, kind: named, metric, wide }) => {
    const kind = ITEM_KINDS.find(one => one === named);
    return kind === undefined ? [] : [{ view_id: view, kind, metric: metric ?? null, wide }];
  });

/** Boards. Their screens show more than a list and a form. */
export const reportBoards = defineResource<ReportBoard, ReportBoardForm_Input>({
  name: 'reportBoards',
  path: 'report_boards',
  operations: {
    page: ReportBoardsDocument,
    remove: ReportBoardsRemoveDocument,
    restore: ReportBoardsRestoreDocument,
  },
  columns: [{ field: 'name', format: 'text' }],
  sort: 'name',
  ofProduct: false,
});
