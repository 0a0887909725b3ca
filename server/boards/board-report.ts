import { requireProduct, type Viewer } from '../http/visibility.ts';
import { Failure } from '../http/failures.ts';
import { reachOf } from '../records/list.ts';
import { findAnalysisPage } from '../store/postgres/entities/board-links.ts';
import { findEntity } from '../store/postgres/entities/entities.ts';
import type { BoardItem } from '../store/postgres/schema/index.ts';
import type { ReportOptions, ReportParts, ReportStores } from '../reports/parse/query.ts';
import { markingDeleted } from '../reports/files/file-words.ts';
import { ofProduct } from '../slices/slices.ts';
import { wordsIn, type Locale } from '../wording/words.ts';
import type { ItemFigures } from './figures.ts';
import { computeItem, isReadable, type Missing } from './item-figures.ts';
import {
  computeOwnItem,
  hidingSettingOf,
  isOwnReadable,
  savedOwnReport,
  type OwnReport,
} from './own-report.ts';
import { reportName, savedReport, type SavedReport, type SavedView } from './saved-report.ts';

/** Boards and the figures of their items, limited to what the viewer may see. */

export interface Board {
  readonly name: string;
  readonly items: readonly BoardItem[];
}

/** Why an item shows no figures: its view is gone or hidden, or is no report that boards show. */
export type Absent = Missing | 'view' | 'report';

/** The page in the settings of analyses: `adStatistics` is `ad_statistics`. */
const pageOf = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

/** Finds a board that a viewer may see; null: deleted, or not visible. */
export const findBoard = async (
  { db }: Pick<ReportParts, 'db'>,
  viewer: Viewer,
  id: number,
): Promise<Board | null> => {
  const row = await findEntity(db, 'reportBoards', reachOf(viewer), id, ['name', 'items', 'status']);
  return row?.['status'] === true
    ? { name: String(row['name']), items: row['items'] as readonly BoardItem[] }
    : null;
};

/** Finds the saved view of an item; null: deleted, or not visible to the viewer. */
export const findView = async (
  { db }: Pick<ReportParts, 'db'>,
  viewer: Viewer,
  { view_id: id }: BoardItem,
): Promise<(SavedView & { readonly name: string }) | null> => {
  const row = await findEntity(db, 'savedViews', reachOf(viewer), id, [
    'name',
    'screen',
    'address',
    'status',
  ]);
  return row?.['status'] === true
    ? { name: String(row['name']), screen: String(row['screen']), address: String(row['address']) }
    : null;
};

interface Reading {
  readonly viewer: Viewer;
  readonly productId: number;
  /** First weekday of the product. */
  readonly weekStart: number;
  readonly locale: Locale;
  /** Limit of the rows of a table. */
  readonly maxRows: number;
}

const findReport = async (
  { db, clock }: ReportParts,
  { viewer, productId, weekStart }: Reading,
  view: SavedView,
): Promise<SavedReport | null> => {
  const name = reportName(view);
  const setting =
    name === null ? null : await findAnalysisPage(db, viewer.companyId, productId, pageOf(name));
  return savedReport(view, { productId, setting, today: { now: clock.now(), weekStart } });
};

const findOwnReport = async (
  { db, clock }: ReportParts,
  { viewer, productId, weekStart }: Reading,
  view: SavedView,
): Promise<OwnReport | null> => {
  const name = hidingSettingOf(view);
  const setting =
    name === null ? null : await findAnalysisPage(db, viewer.companyId, productId, pageOf(name));
  const today = { now: clock.now(), weekStart };
  return savedOwnReport(view, { productId, today, hidden: setting?.hidden ?? [] });
};

/** Computes an item of a view, whether it shows a report or an analysis with rows of its own. */
const computeView = async (
  parts: ReportParts,
  reading: Reading,
  { view, item }: { readonly view: SavedView; readonly item: BoardItem },
  options: ReportOptions,
): Promise<ItemFigures | Absent> => {
  const { viewer, locale } = reading;
  const marking = markingDeleted(parts, wordsIn(locale));
  const own = await findOwnReport(parts, reading, view);
  if (own !== null)
    return isOwnReadable(own)
      ? computeOwnItem(marking, viewer, { ...reading, report: own, item }, options)
      : 'report';
  const report = await findReport(parts, reading, view);
  return report !== null && isReadable(report)
    ? computeItem(marking, viewer, { ...reading, report, item }, options)
    : 'report';
};

/** Limit of the rows of a table on a page. */
export const MAX_PAGE_ROWS = 500;

/**
 * Reads what an item of a board shows.
 *
 * @throws {Failure} `no_permission_for_data`: the viewer may not see the product; `timed_out`
 */
export const readItem = async (
  stores: ReportStores,
  reading: Reading,
  item: BoardItem,
  options: ReportOptions = {},
): Promise<ItemFigures | Absent> => {
  const parts = await ofProduct(stores, reading.productId);
  const view = await findView(parts, reading.viewer, item);
  if (view === null) return 'view';
  try {
    return await computeView(parts, reading, { view, item }, options);
  } catch (error) {
    // A filter that a later version refuses, or an ad that the viewer no longer sees.
    if (error instanceof Failure && (error.code === 'invalid' || error.code === 'no_permission_for_data'))
      return 'report';
    throw error;
  }
};

/**
 * Reads what an item of a board shows of a saved view, for a user who sees the view and the product.
 *
 * @throws {Failure} `no_permission_for_data`: the viewer may not see the product; `not_found`: nor the view; `timed_out`
 */
export const readViewFigures = async (
  stores: ReportStores,
  { viewer, productId, locale }: Pick<Reading, 'viewer' | 'productId' | 'locale'>,
  item: BoardItem,
  options: ReportOptions,
): Promise<ItemFigures | Exclude<Absent, 'view'>> => {
  requireProduct(viewer, productId);
  const product = await findEntity(stores.db, 'products', reachOf(viewer), productId, ['week_start']);
  const weekStart = Number(product?.['week_start'] ?? 0);
  const reading = { viewer, productId, weekStart, locale, maxRows: MAX_PAGE_ROWS };
  const found = await readItem(stores, reading, item, options);
  if (found === 'view') throw new Failure('not_found');
  return found;
};
