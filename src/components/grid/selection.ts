/** Whether all, some or none of the page's rows are selected. */
export type SelectionExtent = 'all' | 'some' | 'none';

export type SelectedKeys = ReadonlySet<string>;

/** The selection with one row toggled. */
export const withToggled = (selected: SelectedKeys, key: string): SelectedKeys => {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
};

/**
 * The selection after all rows from the anchor to a row took the anchor's state (selected or not). If the
 * anchor is not among `keys`, only the one row is added.
 */
export const reached = (
  selected: SelectedKeys,
  keys: readonly string[],
  anchor: string | null,
  key: string,
): SelectedKeys => {
  const from = anchor === null ? -1 : keys.indexOf(anchor);
  const to = keys.indexOf(key);
  if (anchor === null || from < 0 || to < 0) return new Set([...selected, key]);
  const between = keys.slice(Math.min(from, to), Math.max(from, to) + 1);
  const next = new Set(selected);
  for (const one of between) {
    if (selected.has(anchor)) next.add(one);
    else next.delete(one);
  }
  return next;
};

export const extentOf = (selected: SelectedKeys, keys: readonly string[]): SelectionExtent => {
  if (selected.size === 0 || keys.length === 0) return 'none';
  let count = 0;
  for (const key of keys) if (selected.has(key)) count += 1;
  if (count === 0) return 'none';
  return count === keys.length ? 'all' : 'some';
};

/**
 * The selection with all rows of the page, or without them if all were selected; rows of other pages are
 * unaffected.
 */
export const withAllToggled = (selected: SelectedKeys, keys: readonly string[]): SelectedKeys => {
  const next = new Set(selected);
  const without = extentOf(selected, keys) === 'all';
  for (const key of keys) {
    if (without) next.delete(key);
    else next.add(key);
  }
  return next;
};
