import type { TrackingRow } from '../store/postgres/tracking/tracking.ts';

/** The members of each product, by their ids. */
export const createProductGroups = <Row extends { readonly id: number; readonly productId: number }>() => {
  const groups = new Map<number, Map<number, Row>>();
  return {
    of: (productId: number): Row[] =>
      [...(groups.get(productId)?.values() ?? [])].sort((a, b) => a.id - b.id),
    /** @returns the row's product */
    add: (row: Row): number => {
      let group = groups.get(row.productId);
      if (group === undefined) groups.set(row.productId, (group = new Map<number, Row>()));
      group.set(row.id, row);
      return row.productId;
    },
    delete: (row: Row): number => {
      const group = groups.get(row.productId);
      group?.delete(row.id);
      if (group?.size === 0) groups.delete(row.productId);
      return row.productId;
    },
  };
};

/** How many ads of each network send results to it by their own switch. */
export const createNoticeCounts = () => {
  const counts = new Map<number, number>();
  return {
    add: ({ aspId, ownResultNotice, resultFlag }: TrackingRow<'ads'>, by: 1 | -1) => {
      if (aspId === null || !ownResultNotice || resultFlag === 0) return;
      counts.set(aspId, (counts.get(aspId) ?? 0) + by);
    },
    /**
     * Whether a conversion may insert this network's CV tag into its page. An active network needs no ad for that: its
     * results may be of ads that have moved to another network since the click.
     */
    bringsTag: ({ id, bringsCvTag, resultFlag }: TrackingRow<'asps'>): boolean =>
      bringsCvTag && (resultFlag !== 0 || (counts.get(id) ?? 0) > 0),
  };
};
