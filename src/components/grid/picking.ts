/** How many of a page's rows are picked. */
export type Extent = 'all' | 'some' | 'none';

export type Picked = ReadonlySet<string>;

/** With one row more or less. */
export const turned = (picked: Picked, key: string): Picked => {
  const next = new Set(picked);
  if (!next.delete(key)) next.add(key);
  return next;
};

/**
 * With all from the anchor to another row as the anchor is; without an anchor that is still there, with that
 * one row.
 */
export const reached = (
  picked: Picked,
  keys: readonly string[],
  anchor: string | null,
  key: string,
): Picked => {
  const from = anchor === null ? -1 : keys.indexOf(anchor);
  const to = keys.indexOf(key);
  if (anchor === null || from < 0 || to < 0) return new Set([...picked, key]);
  const between = keys.slice(Math.min(from, to), Math.max(from, to) + 1);
  const next = new Set(picked);
  for (const one of between) {
    if (picked.has(anchor)) next.add(one);
    else next.delete(one);
  }
  return next;
};

export const extentOf = (picked: Picked, keys: readonly string[]): Extent => {
  if (picked.size === 0 || keys.length === 0) return 'none';
  let count = 0;
  for (const key of keys) if (picked.has(key)) count += 1;
  if (count === 0) return 'none';
  return count === keys.length ? 'all' : 'some';
};

/**
 * With all rows of the page, or without any of them if all were picked; those of other pages stay as they
 * are.
 */
export const allTurned = (picked: Picked, keys: readonly string[]): Picked => {
  const next = new Set(picked);
  const without = extentOf(picked, keys) === 'all';
  for (const key of keys) {
    if (without) next.delete(key);
    else next.add(key);
  }
  return next;
};
