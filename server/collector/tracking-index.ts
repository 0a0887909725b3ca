import {
  TRACKING_TABLES,
  type TrackingRow,
  type TrackingRows,
  type TrackingTable,
} from '../store/postgres/tracking/tracking.ts';
import { createNoticeCounts, createProductGroups } from './tracking-groups.ts';
import { planAd, planProduct, planRedirect } from './tracking-plans.ts';
import type { Lookup, TrackedAd, TrackedProduct, TrackedRedirect, Tracking } from './tracking.ts';

/**
 * The rows in effect, by id: the content of the snapshot with which the collector starts without the store.
 */
export type TrackingRowMaps = { readonly [Table in TrackingTable]: ReadonlyMap<number, TrackingRow<Table>> };

/**
 * The collector's settings in memory. A change replaces only its row; plans are created at their first use,
 * and again after a row that they depend on was replaced.
 */
export interface TrackingIndex extends Tracking {
  readonly rows: TrackingRowMaps;
  put<Table extends TrackingTable>(table: Table, row: TrackingRow<Table>): void;
  remove(table: TrackingTable, id: number): void;
}

type RowMaps = { readonly [Table in TrackingTable]: Map<number, TrackingRow<Table>> };

/** Plans, and the rows from which they were created. */
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

/** The members of each product, and how many ads send notifications to each network by their own switch. */
const createGroups = () => ({
  settings: createProductGroups<TrackingRow<'cvSettings'>>(),
  senders: createProductGroups<TrackingRow<'senders'>>(),
  asps: createProductGroups<TrackingRow<'asps'>>(),
  notices: createNoticeCounts(),
});
type Groups = ReturnType<typeof createGroups>;

/** Plans by the id of their row; a dropped plan is created again. */
interface Plans<Plan> extends Lookup<Plan> {
  forget(id: number): void;
}

interface ProductPlans extends Plans<TrackedProduct> {
  /** The plan of a product, which may be deleted. */
  planOf(id: number): TrackedProduct | undefined;
  /** Drops the plan of a product whose networks gained or lost tags. */
  forgetWhereTagged(id: number): void;
}

const isAlive = ({ status }: { readonly status: boolean }): boolean => status;

const createProductPlans = (rows: RowMaps, { settings, senders, asps, notices }: Groups): ProductPlans => {
  const plans = new Map<number, TrackedProduct>();
  const isTagged = (id: number) => asps.of(id).some(notices.bringsTag);
  const planOf = (id: number): TrackedProduct | undefined => {
    const found = plans.get(id);
    if (found !== undefined) return found;
    const row = rows.products.get(id);
    if (row === undefined) return undefined;
    const plan = planProduct(row, {
      settings: settings.of(id).filter(isAlive),
      senders: senders.of(id).filter(isAlive),
      tagged: isTagged(id),
    });
    plans.set(id, plan);
    return plan;
  };
  return {
    has: id => rows.products.has(id),
    planOf,
    get: id => {
      const plan = planOf(id);
      return plan?.alive === true ? plan : undefined;
    },
    forget: id => {
      plans.delete(id);
    },
    forgetWhereTagged: id => {
      const plan = plans.get(id);
      if (plan !== undefined && plan.tagged !== isTagged(id)) plans.delete(id);
    },
  };
};

const createAdPlans = (rows: RowMaps, products: ProductPlans): Plans<TrackedAd> => {
  const plans = new Map<number, AdPlan>();
  return {
    has: id => rows.ads.has(id),
    get: id => {
      const row = rows.ads.get(id);
      const product = row === undefined ? undefined : products.planOf(row.productId);
      if (row === undefined || product === undefined) return undefined;
      const asp = row.aspId === null ? undefined : rows.asps.get(row.aspId);
      const found = plans.get(id);
      if (found?.row === row && found.asp === asp && found.plan.product === product) return found.plan;
      const plan = planAd(row, product, asp);
      plans.set(id, { plan, row, asp });
      return plan;
    },
    forget: id => {
      plans.delete(id);
    },
  };
};

const createRedirectPlans = (rows: RowMaps, ads: Lookup<TrackedAd>): Plans<TrackedRedirect> => {
  const plans = new Map<number, RedirectPlan>();
  return {
    has: id => rows.redirects.has(id),
    get: id => {
      const row = rows.redirects.get(id);
      const ad = row === undefined ? undefined : ads.get(row.adId);
      const adRow = row === undefined ? undefined : rows.ads.get(row.adId);
      if (row === undefined || ad === undefined || adRow === undefined) return undefined;
      const found = plans.get(id);
      if (found?.row === row && found.ad === adRow && found.plan.ad === ad) return found.plan;
      const plan = planRedirect(row, ad, adRow);
      plans.set(id, { plan, row, ad: adRow });
      return plan;
    },
    forget: id => {
      plans.delete(id);
    },
  };
};

type RowChange<Table extends TrackingTable> = Record<'add' | 'delete', (row: TrackingRow<Table>) => void>;

/** By table, the effects of a row that is added or deleted: its groups, and the plans created from it. */
const createRowChanges = (
  { settings, senders, asps, notices }: Groups,
  products: ProductPlans,
  ads: Plans<TrackedAd>,
  redirects: Plans<TrackedRedirect>,
): { readonly [Table in TrackingTable]: RowChange<Table> } => ({
  products: { add: ({ id }) => products.forget(id), delete: ({ id }) => products.forget(id) },
  cvSettings: {
    add: row => products.forget(settings.add(row)),
    delete: row => products.forget(settings.delete(row)),
  },
  senders: {
    add: row => products.forget(senders.add(row)),
    delete: row => products.forget(senders.delete(row)),
  },
  asps: {
    add: row => products.forgetWhereTagged(asps.add(row)),
    delete: row => products.forgetWhereTagged(asps.delete(row)),
  },
  ads: {
    add: row => {
      notices.add(row, 1);
      products.forgetWhereTagged(row.productId);
    },
    delete: row => {
      notices.add(row, -1);
      ads.forget(row.id);
      products.forgetWhereTagged(row.productId);
    },
  },
  redirects: { add: () => undefined, delete: ({ id }) => redirects.forget(id) },
});

export const createTrackingIndex = (): TrackingIndex => {
  const rows: RowMaps = {
    products: new Map(),
    asps: new Map(),
    cvSettings: new Map(),
    senders: new Map(),
    ads: new Map(),
    redirects: new Map(),
  };
  const groups = createGroups();
  const products = createProductPlans(rows, groups);
  const ads = createAdPlans(rows, products);
  const redirects = createRedirectPlans(rows, ads);
  const changes = createRowChanges(groups, products, ads, redirects);
  const replace = <Table extends TrackingTable>(
    table: Table,
    id: number,
    row: TrackingRow<Table> | undefined,
  ) => {
    const map: Map<number, TrackingRow<Table>> = rows[table];
    const former = map.get(id);
    if (former !== undefined) changes[table].delete(former);
    if (row === undefined) map.delete(id);
    else {
      map.set(id, row);
      changes[table].add(row);
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

/** Builds the settings from these rows. */
export const indexTracking = (rows: TrackingRows): TrackingIndex => {
  const index = createTrackingIndex();
  for (const table of TRACKING_TABLES) putAll(index, table, rows[table]);
  return index;
};
