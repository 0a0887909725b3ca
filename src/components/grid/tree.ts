/** Hierarchy of two levels: an outer row sums up its inner rows. */
export interface Tree<Row> {
  /** Key of a row's outer row; null for an outer row. */
  readonly parentOf: (row: Row) => string | null;
  /** Keys of collapsed outer rows. */
  readonly folded: ReadonlySet<string>;
  readonly onFold: (key: string) => void;
}

/** A row's position in the tree for ARIA. `expanded` is null for a row without inner rows. */
export interface Branch {
  readonly level: number;
  readonly expanded: boolean | null;
}

/**
 * Outer rows in their order, each followed by its inner rows unless it is collapsed. An inner row whose outer
 * row is missing stays at its own position, so that no row is lost.
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

/** The found rows and their outer rows, which are their context. */
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

/** Returns a lookup of a row's position in the tree. */
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
