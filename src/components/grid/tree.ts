/** Rows under other rows, one level deep: an outer row sums up its inner ones. */
export interface Tree<Row> {
  /** The key of a row's outer row, or null for an outer row. */
  readonly parentOf: (row: Row) => string | null;
  /** Keys of outer rows whose inner rows are put away. */
  readonly folded: ReadonlySet<string>;
  readonly onFold: (key: string) => void;
}

/**
 * A row's place in the tree, as exposed to assistive technology. `expanded` is null for a row without inner
 * rows.
 */
export interface Branch {
  readonly level: number;
  readonly expanded: boolean | null;
}

/**
 * Outer rows in their order, each followed by its inner rows in theirs, those of collapsed rows left out. An
 * inner row whose outer row is absent is shown at its own position: rows are never lost.
 */
export const treeOrder = <Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  { parentOf, folded }: Pick<Tree<Row>, 'parentOf' | 'folded'>,
): readonly Row[] => {
  const outer = new Set(rows.filter(row => parentOf(row) === null).map(keyOf));
  const inner = new Map<string, Row[]>();
  for (const row of rows) {
    const parent = parentOf(row);
    if (parent !== null && outer.has(parent)) inner.set(parent, [...(inner.get(parent) ?? []), row]);
  }
  return rows.flatMap(row => {
    const parent = parentOf(row);
    if (parent !== null) return outer.has(parent) ? [] : [row];
    const key = keyOf(row);
    return folded.has(key) ? [row] : [row, ...(inner.get(key) ?? [])];
  });
};

/** The found rows, with their outer rows: without its outer row an inner row has no context. */
export const withOuter = <Row>(
  found: readonly Row[],
  all: readonly Row[],
  keyOf: (row: Row) => string,
  parentOf: Tree<Row>['parentOf'],
): readonly Row[] => {
  const wanted = new Set(found.map(keyOf));
  for (const row of found) {
    const parent = parentOf(row);
    if (parent !== null) wanted.add(parent);
  }
  return all.filter(row => wanted.has(keyOf(row)));
};

/** Returns each row's place in the tree. */
export const branchesOf = <Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  { parentOf, folded }: Pick<Tree<Row>, 'parentOf' | 'folded'>,
): ((row: Row) => Branch) => {
  const parents = new Set(rows.map(parentOf));
  return row => {
    const key = keyOf(row);
    return { level: parentOf(row) === null ? 1 : 2, expanded: parents.has(key) ? !folded.has(key) : null };
  };
};
