import {
  BoardLinkCreateDocument,
  BoardLinkRevokeDocument,
  BoardLinksDocument,
  SharedBoardItemReadDocument,
  SharedBoardOpenDocument,
  type BoardLinksQuery,
  type SharedBoardItemReadMutation,
  type SharedBoardOpenMutation,
} from '../../graphql/generated/graphql.ts';
import type { Present } from './row.ts';

/** Links by which people without an account read a board. */
export type BoardLink = Present<Present<BoardLinksQuery['page']>['results']>;

/** What a link opens. */
export type SharedBoard = Present<SharedBoardOpenMutation['one']>;
/** The figures of an item of it. */
export type SharedItem = Present<SharedBoardItemReadMutation['one']>;

export const boardLinkOperations = {
  page: BoardLinksDocument,
  create: BoardLinkCreateDocument,
  revoke: BoardLinkRevokeDocument,
  open: SharedBoardOpenDocument,
  item: SharedBoardItemReadDocument,
} as const;
