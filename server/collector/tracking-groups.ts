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

/** How many ads of each network send results to it: by their own switch, and by the network's. */
export const createNoticeCounts = () => {
  const counts = new Map<number, { own: number; inherited: number }>();
  return {
    add: ({ aspId, ownResultNotice, resultFlag }: TrackingRow<'ads'>, by: 1 | -1) => {
      if (aspId === null || (ownResultNotice && resultFlag === 0)) return;
      let count = counts.get(aspId);
      if (count === undefined) counts.set(aspId, (count = { own: 0, inherited: 0 }));
      count[ownResultNotice ? 'own' : 'inherited'] += by;
    },
    /** Whether a conversion may insert this network's CV tag into its page. */
    bringsTag: ({ id, bringsCvTag, resultFlag }: TrackingRow<'asps'>): boolean => {
      const { own, inherited } = counts.get(id) ?? { own: 0, inherited: 0 };
      return bringsCvTag && (resultFlag === 2 || own > 0 || (resultFlag !== 0 && inherited > 0));
    },
  };
};
