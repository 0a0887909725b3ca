import {
  TRACKING_TABLES,
  type TrackingRow,
  type TrackingRows,
  type TrackingTable,
} from '../store/postgres/tracking/tracking.ts';
import { createNoticeCounts, createProductGroups } from './tracking-groups.ts';
import { planAd, planProduct, planRedirect } from './tracking-plans.ts';
import type { Lookup, TrackedAd, TrackedProduct, TrackedRedirect, Tracking } from './tracking.ts';

/** The rows in force, by id: what is written down so that the collector can start without the store. */
export type TrackingRowMaps = { readonly [Table in TrackingTable]: ReadonlyMap<number, TrackingRow<Table>> };

/**
 * The collector's settings in memory. A change replaces its row and nothing else, whatever depends on it:
 * plans are made when somebody asks, and again when a row beneath them is another.
 */
export interface TrackingIndex extends Tracking {
  readonly rows: TrackingRowMaps;
  put<Table extends TrackingTable>(table: Table, row: TrackingRow<Table>): void;
  remove(table: TrackingTable, id: number): void;
}

type RowMaps = { readonly [Table in TrackingTable]: Map<number, TrackingRow<Table>> };

/** Plans, and the rows that they were made of. */
interface AdPlan {
  readonly plan: TrackedAd;
  readonly row: TrackingRow<'ads'>;
  readonly asp: TrackingRow<'asps'> | undefined;
}
interface RedirectPlan {
  readonly plan: TrackedRedirect;
  readonly row: TrackingRow<'redirects'>;
  readonly ad: TrackingRow<'ads'>;
}

export const createTrackingIndex = (): TrackingIndex => {
  const rows: RowMaps = {
    products: new Map(),
    asps: new Map(),
    cvSettings: new Map(),
    senders: new Map(),
    ads: new Map(),
    redirects: new Map(),
  };
  const settings = createProductGroups<TrackingRow<'cvSettings'>>();
  const senders = createProductGroups<TrackingRow<'senders'>>();
  const asps = createProductGroups<TrackingRow<'asps'>>();
  const notices = createNoticeCounts();
  const productPlans = new Map<number, TrackedProduct>();
  const adPlans = new Map<number, AdPlan>();
  const redirectPlans = new Map<number, RedirectPlan>();

  const isTagged = (productId: number) => asps.of(productId).some(notices.bringsTag);
  const dropWhereTagged = (productId: number) => {
    const plan = productPlans.get(productId);
    if (plan !== undefined && plan.tagged !== isTagged(productId)) productPlans.delete(productId);
  };

  const products: Lookup<TrackedProduct> = {
    has: id => rows.products.has(id),
    get: id => {
      const found = productPlans.get(id);
      if (found !== undefined) return found;
      const row = rows.products.get(id);
      if (row === undefined || !row.status) return undefined;
      const isAlive = (part: { readonly status: boolean }) => part.status;
      const plan = planProduct(row, {
        settings: settings.of(id).filter(isAlive),
        senders: senders.of(id).filter(isAlive),
        tagged: isTagged(id),
      });
      productPlans.set(id, plan);
      return plan;
    },
  };
  const ads: Lookup<TrackedAd> = {
    has: id => rows.ads.has(id),
    get: id => {
      const row = rows.ads.get(id);
      const product = row === undefined ? undefined : products.get(row.productId);
      if (row === undefined || product === undefined) return undefined;
      const asp = row.aspId === null ? undefined : rows.asps.get(row.aspId);
      const found = adPlans.get(id);
      if (found?.row === row && found.asp === asp && found.plan.product === product) return found.plan;
      const plan = planAd(row, product, asp);
      adPlans.set(id, { plan, row, asp });
      return plan;
    },
  };
  const redirects: Lookup<TrackedRedirect> = {
    has: id => rows.redirects.has(id),
    get: id => {
      const row = rows.redirects.get(id);
      const ad = row === undefined ? undefined : ads.get(row.adId);
      const adRow = row === undefined ? undefined : rows.ads.get(row.adId);
      if (row === undefined || ad === undefined || adRow === undefined) return undefined;
      const found = redirectPlans.get(id);
      if (found?.row === row && found.ad === adRow && found.plan.ad === ad) return found.plan;
      const plan = planRedirect(row, ad, adRow);
      redirectPlans.set(id, { plan, row, ad: adRow });
      return plan;
    },
  };

  /** What has to be known of a row besides itself. */
  type Derived<Table extends TrackingTable> = Record<'add' | 'delete', (row: TrackingRow<Table>) => void>;
  const derived: { readonly [Table in TrackingTable]: Derived<Table> } = {
    products: { add: ({ id }) => productPlans.delete(id), delete: ({ id }) => productPlans.delete(id) },
    cvSettings: {
      add: row => productPlans.delete(settings.add(row)),
      delete: row => productPlans.delete(settings.delete(row)),
    },
    senders: {
      add: row => productPlans.delete(senders.add(row)),
      delete: row => productPlans.delete(senders.delete(row)),
    },
    asps: { add: row => dropWhereTagged(asps.add(row)), delete: row => dropWhereTagged(asps.delete(row)) },
    ads: {
      add: row => {
        notices.add(row, 1);
        dropWhereTagged(row.productId);
      },
      delete: row => {
        notices.add(row, -1);
        adPlans.delete(row.id);
        dropWhereTagged(row.productId);
      },
    },
    redirects: { add: () => undefined, delete: ({ id }) => redirectPlans.delete(id) },
  };
  const replace = <Table extends TrackingTable>(
    table: Table,
    id: number,
    row: TrackingRow<Table> | undefined,
  ) => {
    const map: Map<number, TrackingRow<Table>> = rows[table];
    const former = map.get(id);
    if (former !== undefined) derived[table].delete(former);
    if (row === undefined) map.delete(id);
    else {
      map.set(id, row);
      derived[table].add(row);
    }
  };
  return {
    products,
    ads,
    redirects,
    rows,
    put: (table, row) => {
      replace(table, row.id, row);
    },
    remove: (table, id) => {
      replace(table, id, undefined);
    },
  };
};

const putAll = <Table extends TrackingTable>(
  index: TrackingIndex,
  table: Table,
  rows: TrackingRows[Table],
) => {
  for (const row of rows as readonly TrackingRow<Table>[]) index.put(table, row);
};

/** The settings that these rows make. */
export const indexTracking = (rows: TrackingRows): TrackingIndex => {
  const index = createTrackingIndex();
  for (const table of TRACKING_TABLES) putAll(index, table, rows[table]);
  return index;
};
