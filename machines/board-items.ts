/** What of a report an item of a board shows. */
export const ITEM_KINDS = ['chart', 'table', 'figure'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** An item of a board. */
export interface BoardItem {
  readonly view_id: number;
  readonly kind: ItemKind;
  /** The metric of a figure; null: the first one of the report. */
  readonly metric: string | null;
  /** Takes the full width of the board. */
  readonly wide: boolean;
}

/** An item while its board is open. The key stays the same when the item is moved. */
export interface PlacedItem extends BoardItem {
  readonly key: number;
}

/** The items with keys, from a number on. */
export const keyedItems = (items: readonly BoardItem[], firstKey: number): readonly PlacedItem[] =>
  items.map((item, index) => ({ ...item, key: firstKey + index }));

/** The items without their keys, as they are saved. */
export const plainItems = (items: readonly PlacedItem[]): readonly BoardItem[] =>
  items.map(({ key: _key, ...item }) => item);

/** The items after one of them was moved to another index, which is limited to the board. */
export const moveItem = (items: readonly PlacedItem[], key: number, to: number): readonly PlacedItem[] => {
  const moved = items.find(item => item.key === key);
  if (moved === undefined) return items;
  const others = items.filter(item => item !== moved);
  return others.toSpliced(Math.min(others.length, Math.max(0, to)), 0, moved);
};

/** Whether two boards show the same items in the same order. */
export const isSameBoard = (a: readonly BoardItem[], b: readonly BoardItem[]): boolean =>
  a.length === b.length &&
  a.every((item, index) => {
    const other = b[index];
    return (
      item.view_id === other?.view_id &&
      item.kind === other.kind &&
      item.metric === other.metric &&
      item.wide === other.wide
    );
  });
