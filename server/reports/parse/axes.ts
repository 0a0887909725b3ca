import type { Database } from '../../store/postgres/engine/database.ts';
import { groupNames, type EntryName, type ReportAd } from '../../store/postgres/reports/costs.ts';

/**
 * The axes of an analysis: ads and their groups, by the axis codes 1..6
 * (docs/decisions/0004-metrics-axes-and-items.md) or by name, and the dimensions of a contact.
 */

/** An axis over ads. */
interface Axis {
  readonly name: string;
  /** The group of an ad; null: none. An axis without this function has a row for each ad. */
  readonly group: ((ad: ReportAd) => number | null) | null;
  readonly names: (
    db: Database,
    companyId: number,
    productId: number,
  ) => Promise<ReadonlyMap<number, EntryName>>;
}

const named =
  (group: 'category' | 'type' | 'network' | 'agency'): Axis['names'] =>
  (db, companyId, productId) =>
    groupNames(db, companyId, productId, group);

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

/** The custom axis, item 0: one or two of these by name, the first the outer. */
export const CUSTOM = 0;

/**
 * The dimensions of a contact besides its ad. Hours and weekdays (0 Sunday) are Tokyo's; a landing page is an
 * address without its query and fragment.
 */
export const EVENT_AXES = ['device', 'os', 'browser', 'landing_page', 'hour', 'weekday'] as const;
export type EventAxis = (typeof EVENT_AXES)[number];

const agency: Axis = { name: 'agency', group: ad => ad.agencyId, names: named('agency') };
const adAxes: readonly Axis[] = [...AXES.map(axisOf), agency];
export const AXIS_NAMES: readonly string[] = [...adAxes.map(axis => axis.name), ...EVENT_AXES];

export const isEventAxis = (name: string): name is EventAxis => EVENT_AXES.some(known => known === name);

/** The axis over ads of a name. @throws {RangeError} the name is unknown */
export const adAxis = (name: string): Axis => {
  const found = adAxes.find(axis => axis.name === name);
  if (found === undefined) throw new RangeError(`${name} is not an axis over ads`);
  return found;
};
