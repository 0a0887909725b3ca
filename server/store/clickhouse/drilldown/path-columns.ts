import type { RowColumn } from '../logs/event-columns.ts';

/** Columns of conversions that are computed from their paths: expressions over the rows of `journeysOf`. */

/** An ad that the viewer may not see is no value. */
const visibleAd = (ad: string): string =>
  `if({sees_all_ads: UInt8} = 1 OR has({visible_ads: Array(UInt32)}, ${ad}), ${ad}, 0)`;

/** By name in the API. Time in seconds; without a contact it is NaN, which satisfies only `ne`. */
export const PATH_COLUMNS = {
  contacts: { kind: 'integer', sql: 'toInt64(length(ad_ids))' },
  elapsed: { kind: 'decimal', sql: 'if(empty(ad_ids), nan, elapsed / 1000)' },
  first_ad_id: { kind: 'integer', sql: visibleAd('ad_ids[1]'), optional: true },
  last_ad_id: { kind: 'integer', sql: visibleAd('last_ad'), optional: true },
} as const satisfies Readonly<Record<string, RowColumn>>;

/** A value after all others of a column of numbers, for rows without a value. */
const lastOf = (descending: boolean): string => `toInt64(${descending ? -1 : 10 ** 15})`;

/** The time from the first contact as a column to sort by, in milliseconds; paths without contacts come last. */
export const elapsedOrder = (descending: boolean): RowColumn => ({
  kind: 'integer',
  sql: `if(empty(ad_ids), ${lastOf(descending)}, toInt64(elapsed))`,
});

/** The rank of an id in `ids_by_name` as a column to sort by; other ids, and none, come last. */
export const nameOrder = (id: string, descending: boolean): RowColumn => {
  const rank = `toInt64(indexOf({ids_by_name: Array(UInt32)}, ${id}))`;
  return { kind: 'integer', sql: `if(${rank} = 0, ${lastOf(descending)}, ${rank})` };
};
