import type { Database } from '../store/postgres/database.ts';
import { groupNames, type ReportAd } from '../store/postgres/costs.ts';

/**
 * What the rows of an analysis are: the specification's analyze items 1..6. Item 0, custom (two axes nested, or a dimension of the events), is not
 * an axis over ads and has its own place when it comes.
 */
interface Axis {
  readonly name: string;
  /** The group that an ad is in; null: none. An axis without this has a row for each ad. */
  readonly group: ((ad: ReportAd) => number | null) | null;
  readonly names: (db: Database, companyId: number, productId: number) => Promise<ReadonlyMap<number, string>>;
}

const named = (group: 'category' | 'type' | 'network'): Axis['names'] => (db, companyId, productId) => groupNames(db, companyId, productId, group);

export const axes = {
  1: { name: 'ad', group: null, names: async () => new Map() },
  2: { name: 'ad_category', group: ad => ad.adCategoryId, names: named('category') },
  3: { name: 'ad_type1', group: ad => ad.adType1Id, names: named('type') },
  4: { name: 'ad_type2', group: ad => ad.adType2Id, names: named('type') },
  5: { name: 'ad_type3', group: ad => ad.adType3Id, names: named('type') },
  6: { name: 'asp', group: ad => ad.aspId, names: named('network') },
} as const satisfies Record<number, Axis>;

export type AxisNumber = keyof typeof axes;
export const AXES = Object.keys(axes).map(Number) as AxisNumber[];
export const axisOf = (number: AxisNumber): Axis => axes[number];
