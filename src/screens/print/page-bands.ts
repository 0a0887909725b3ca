import { WIDTH_OF, type GridColumn } from '../../components/grid/types.ts';

/** Width between the margins of A4 in landscape format, in points. */
const SHEET_WIDTH_PT = 785;
/** Points on paper per pixel on the screen: paper has a smaller font and smaller padding. */
const POINT = 0.55;
/** Largest width of a column on paper, in points; longer texts wrap. */
const WIDEST = 120;

const pointsOf = <Row>({ size, format }: GridColumn<Row>): number =>
  Math.min(WIDEST, (size ?? WIDTH_OF[format]) * POINT);

/**
 * Divides columns among as many tables as the width of the sheet requires. Each table begins with the names
 * of the rows, and their widths are balanced.
 */
export const bandsOf = <Row>([
  name,
  ...others
]: readonly GridColumn<Row>[]): readonly (readonly GridColumn<Row>[])[] => {
  if (name === undefined) return [];
  const total = others.reduce((sum, column) => sum + pointsOf(column), 0);
  const count = Math.max(1, Math.ceil(total / (SHEET_WIDTH_PT - pointsOf(name))));
  const bands = Array.from({ length: count }, (): GridColumn<Row>[] => [name]);
  let before = 0;
  for (const column of others) {
    const points = pointsOf(column);
    // A column belongs to the table that contains its middle.
    bands[Math.min(count - 1, Math.floor(((before + points / 2) / total) * count))]?.push(column);
    before += points;
  }
  return bands;
};
