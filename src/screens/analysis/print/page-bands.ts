import { WIDTH_OF, type GridColumn } from '../../../components/grid/types.ts';

/** Points that a sheet of A4 across has between its margins. */
const SHEET = 785;
/**
 * A pixel of a column on the screen, in points on paper: its letters are smaller there, and its edges closer.
 */
const POINT = 0.55;
/** What is longer on the screen breaks on paper. */
const WIDEST = 120;

const pointsOf = <Row>({ size, format }: GridColumn<Row>): number =>
  Math.min(WIDEST, (size ?? WIDTH_OF[format]) * POINT);

/**
 * The columns of a table on paper, in as many tables as it takes for all of them to be read: each begins with
 * the names of the rows, and none is much wider than
 * another. One table where there is room.
 */
export const bandsOf = <Row>([
  name,
  ...others
]: readonly GridColumn<Row>[]): readonly (readonly GridColumn<Row>[])[] => {
  if (name === undefined) return [];
  const total = others.reduce((sum, column) => sum + pointsOf(column), 0);
  const count = Math.max(1, Math.ceil(total / (SHEET - pointsOf(name))));
  const bands = Array.from({ length: count }, (): GridColumn<Row>[] => [name]);
  let before = 0;
  for (const column of others) {
    const points = pointsOf(column);
    // A column belongs where its middle lies.
    bands[Math.min(count - 1, Math.floor(((before + points / 2) / total) * count))]?.push(column);
    before += points;
  }
  return bands;
};
