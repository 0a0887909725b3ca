import { newToken, sha256 } from '../accounts/tokens.ts';
import type { Dependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import type { Creation } from '../http/idempotency.ts';
import { lacksSecondFactor, requireProduct, type Viewer } from '../http/visibility.ts';
import { DAY } from '../platform/time.ts';
import { reachOf } from '../records/list.ts';
import type { ReportOptions } from '../reports/parse/query.ts';
import { loadUserViewer } from '../store/postgres/accounts/accounts.ts';
import type { Author } from '../store/postgres/engine/audit-log.ts';
import {
  findOpenBoardLink,
  insertBoardLink,
  noteBoardLinkOpened,
  revokeBoardLink,
  storeBoardLinkHash,
  type BoardLinkValues,
  type OpenBoardLink,
} from '../store/postgres/entities/board-links.ts';
import { findEntity } from '../store/postgres/entities/entities.ts';
import type { Guard } from '../store/postgres/entities/entity-write-plan.ts';
import type { Locale } from '../wording/words.ts';
import { findBoard, findView, MAX_PAGE_ROWS, readItem, type Absent, type Board } from './board-report.ts';
import type { ItemFigures } from './figures.ts';
import { REPORTS, isDeclared } from './declared-reports.ts';
import { reportName } from './saved-report.ts';

/**
 * Links by which people without an account read one board. A link has the rights that its maker has at the moment of
 * reading, never more: they are loaded with each request, without a cache.
 */

type Parts = Pick<Dependencies, 'db' | 'clock' | 'slices' | 'settings'>;

export interface MadeLink {
  readonly id: number;
  readonly link: string;
  readonly expiresAt: Date;
}

/**
 * Makes a link to a board, once per idempotency key. The token is in the fragment of the address, which browsers do not
 * send, so that no access log or proxy records it. A repeated request gets a new token, as only the hash is stored.
 *
 * @param days days after which the link expires
 * @throws {Failure} `invalid`: the maker does not see the board; `no_permission_for_data`: nor the product
 */
export const makeBoardLink = async (
  parts: Parts,
  viewer: Viewer,
  author: Author,
  { values, days, creation }: { values: BoardLinkValues; days: number; creation: Creation | null },
): Promise<MadeLink> => {
  requireProduct(viewer, values.product_id);
  if ((await findBoard(parts, viewer, values.board_id)) === null)
    throw new Failure('invalid', { fields: { board_id: ['absent'] } });
  const expiresAt = new Date(author.at.getTime() + days * DAY);
  const id = await insertBoardLink(parts.db, author, values, { expiresAt, creation });
  const token = newToken();
  await storeBoardLinkHash(parts.db, { companyId: viewer.companyId, id, hash: sha256(token) });
  return { id, link: `${parts.settings.publicUrl}/shared-board#token=${token}`, expiresAt };
};

/**
 * A link may be revoked by its maker, by the owner of the board, and by administrators who see it.
 *
 * @throws {Failure} `not_found`: the viewer does not see the link; `forbidden`
 */
const requireRevocable =
  (viewer: Viewer): Guard =>
  async (tx, { id }) => {
    const link = await findEntity(tx, 'boardLinks', reachOf(viewer), id, ['user_id', 'board_id']);
    if (link === null) throw new Failure('not_found');
    if (link['user_id'] === viewer.userId || viewer.base === 'admin') return;
    const board = await findEntity(tx, 'reportBoards', reachOf(viewer), Number(link['board_id']), [
      'user_id',
    ]);
    if (board?.['user_id'] !== viewer.userId) throw new Failure('forbidden');
  };

/** Revokes a link at once. @throws {Failure} `not_found`, `forbidden` */
export const revokeLink = (
  { db }: Pick<Parts, 'db'>,
  viewer: Viewer,
  author: Author,
  id: number,
): Promise<void> => revokeBoardLink(db, author, id, requireRevocable(viewer));

interface Shared {
  readonly link: OpenBoardLink;
  /** The maker of the link. */
  readonly viewer: Viewer;
  readonly board: Board;
}

/**
 * Finds what a link opens, by the present rights of its maker.
 *
 * @throws {Failure} `shared_board_ended`, whatever the reason: an unknown token, an expired or revoked link, a maker who
 *   was disabled or lost the product or the board
 */
const findShared = async (parts: Parts, token: string): Promise<Shared> => {
  const link = await findOpenBoardLink(parts.db, sha256(token), new Date(parts.clock.now()));
  const viewer = link && (await loadUserViewer(parts.db, link));
  if (
    link === null ||
    viewer === null ||
    !viewer.products.includes(link.productId) ||
    lacksSecondFactor(viewer)
  )
    throw new Failure('shared_board_ended');
  const board = await findBoard(parts, viewer, link.boardId);
  if (board === null) throw new Failure('shared_board_ended');
  return { link, viewer, board };
};

/** An item of a shared board before its figures are read. */
interface Place {
  readonly name: string;
  readonly kind: string;
  readonly wide: boolean;
  readonly over: string;
}

/** What a link shows before its figures are read. */
interface OpenedBoard extends Pick<OpenBoardLink, 'title' | 'brand' | 'locale' | 'expiresAt'> {
  readonly items: readonly Place[];
}

/** Opens a link: its page without figures. Counts the opening. @throws {Failure} `shared_board_ended` */
export const openSharedBoard = async (parts: Parts, token: string): Promise<OpenedBoard> => {
  const { link, viewer, board } = await findShared(parts, token);
  const views = await Promise.all(board.items.map(item => findView(parts, viewer, item)));
  await noteBoardLinkOpened(parts.db, link, new Date(parts.clock.now()));
  const { title, brand, locale, expiresAt } = link;
  const placeOf = ({ kind, wide }: Board['items'][number], index: number): Place => {
    const view = views[index] ?? null;
    const name = view === null ? null : reportName(view);
    const over = name !== null && isDeclared(name) ? REPORTS[name].chart.over : 'items';
    return { name: view?.name ?? '', kind, wide, over };
  };
  return {
    title: title === '' ? board.name : title,
    brand,
    locale,
    expiresAt,
    items: board.items.map(placeOf),
  };
};

/**
 * Reads the figures of an item of a shared board.
 *
 * @param item place of the item on the board, from 0
 * @returns why the item shows no figures, or its figures
 * @throws {Failure} `shared_board_ended`; `not_found`: the board has no such item; `timed_out`
 */
export const readSharedItem = async (
  parts: Parts,
  { token, item, locale }: { readonly token: string; readonly item: number; readonly locale: Locale },
  options: ReportOptions,
): Promise<ItemFigures | Absent> => {
  const { link, viewer, board } = await findShared(parts, token);
  const found = board.items[item];
  if (found === undefined) throw new Failure('not_found');
  const { productId, weekStart } = link;
  const reading = { viewer, productId, weekStart, locale, maxRows: MAX_PAGE_ROWS };
  return readItem(parts, reading, found, options);
};
