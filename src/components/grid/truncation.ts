/**
 * What a cell shows of a text that has no room in it: of a number nothing, as part of it would be another
 * number, of an address both ends. Of all else the browser cuts the end off.
 */

/** Replaces a number that does not fit, as in spreadsheets. */
const NO_ROOM = '####';
const CUT = '…';
/** Both paddings of a cell and its line, in pixels. */
const AROUND = 25;

/** The widths of single characters in the cells of tables, by the language that chooses the font. */
const widths = new Map<string, (text: string) => number>();

/** As wide as they are in the row of totals, which is the boldest. */
const measurer = (): ((text: string) => number) => {
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) return () => 0;
  pen.font = `600 ${Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.8125}px ${getComputedStyle(document.body).fontFamily}`;
  const known = new Map<string, number>();
  // Digits in cells have equal widths, independent of the font's default figures.
  const digit = Math.max(...Array.from('0123456789', one => pen.measureText(one).width));
  return text => {
    let sum = 0;
    for (const one of text) {
      const width = one >= '0' && one <= '9' ? digit : (known.get(one) ?? pen.measureText(one).width);
      known.set(one, width);
      sum += width;
    }
    return sum;
  };
};

/** How wide a text is in a cell of the row of totals, in pixels. */
export const wideOf = (text: string): number => {
  const { lang } = document.documentElement;
  const measure = widths.get(lang) ?? measurer();
  widths.set(lang, measure);
  return measure(text);
};

/** So much of the room is the beginning's: addresses of one site differ at their end. */
const BEGINNING = 0.4;

/**
 * Both ends of an address, as much of it as fits; the protocol is left out, since it distinguishes no address
 * from another. Pure.
 * @param room in pixels
 */
export const endsOf = (address: string, maxWidth: number, measure: (text: string) => number): string => {
  const plain = address.replace(/^https?:\/\/(?=.)/, '');
  if (measure(plain) <= maxWidth) return plain;
  const letters = Array.from(plain);
  const sizes = letters.map(measure);
  const fitting = (of: readonly number[], maxTotal: number): number => {
    let sum = 0;
    const at = of.findIndex(size => (sum += size) > maxTotal);
    return at < 0 ? of.length : at;
  };
  const all = Math.max(0, maxWidth - measure(CUT));
  const head = fitting(sizes, all * BEGINNING);
  const tail = fitting(sizes.toReversed(), all - sizes.slice(0, head).reduce((sum, size) => sum + size, 0));
  return letters.slice(0, head).join('') + CUT + letters.slice(letters.length - tail).join('');
};

/** @param width of the cell, in pixels */
export const shownIn = (
  text: string,
  {
    numeric,
    address,
    width,
  }: { readonly numeric: boolean; readonly address: boolean; readonly width: number },
): string => {
  if (!numeric && !address) return text;
  const available = width - AROUND;
  if (address) return endsOf(text, available, wideOf);
  return wideOf(text) <= available ? text : NO_ROOM;
};
