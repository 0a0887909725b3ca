/** Whether a number has room in its cell. Part of a number would be another number, so one that has none is not shown at all. */

/** Stands where a number has no room, as in spreadsheets. */
export const NO_ROOM = '####';
/** Both paddings of a cell and its line, in pixels. */
const AROUND = 25;

/** The widths of single characters in the cells of tables, by the language that chooses the font. */
const widths = new Map<string, (text: string) => number>();

/** As wide as they are in the row of totals, which is the boldest. */
const measurer = (): ((text: string) => number) => {
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) return () => 0;
  pen.font = `600 ${Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * .8125}px ${getComputedStyle(document.body).fontFamily}`;
  const known = new Map<string, number>();
  // Digits are as wide as each other in cells, whatever the font has beside.
  const digit = Math.max(...Array.from('0123456789', one => pen.measureText(one).width));
  return text => {
    let sum = 0;
    for (const one of text) {
      const width = one >= '0' && one <= '9' ? digit : known.get(one) ?? pen.measureText(one).width;
      known.set(one, width);
      sum += width;
    }
    return sum;
  };
};

/** @param width of the cell, in pixels */
export const hasRoom = (text: string, width: number): boolean => {
  const { lang } = document.documentElement;
  const measure = widths.get(lang) ?? measurer();
  widths.set(lang, measure);
  return measure(text) <= width - AROUND;
};
