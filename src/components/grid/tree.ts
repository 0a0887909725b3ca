/** Rows that stand under other rows, one level deep: an outer row sums up its inner ones. */
export interface Tree<Row> {
  /** The key of the row that a row stands under, or null for an outer row. */
  readonly parentOf: (row: Row) => string | null;
  /** Keys of outer rows whose inner rows are put away. */
  readonly folded: ReadonlySet<string>;
  readonly onFold: (key: string) => void;
}

/**
 * How a row stands in the tree, as assistive technology is told. `expanded` is null where nothing stands
 * under it.
 */
export interface Branch {
  readonly level: number;
  readonly expanded: boolean | null;
}

/**
 * Outer rows in their order, each followed by its inner rows in theirs, those of folded rows left out. An
 * inner row whose outer row is not
 * here stands by itself at its place: rows are never lost.
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

/**
 * Of the rows that were found, with the outer rows under which they stand: an inner row without its outer one
 * could be anybody's.
 */
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

/** Answers how each row stands in the tree. */
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
