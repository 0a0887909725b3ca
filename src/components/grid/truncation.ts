/**
 * Truncation of texts that do not fit into their cell: a number is replaced entirely, as its digits would be
 * another number; an address keeps both ends. Other texts are cut by CSS.
 */

/** Replaces a number that does not fit, as in spreadsheets. */
const OVERFLOW_TEXT = '####';
const CUT = '…';
/** Horizontal padding and border of a cell, in pixels. */
const PADDING_PX = 25;

/** Text measuring functions by language, since the language determines the font. */
const widths = new Map<string, (text: string) => number>();

/** Measures with the bold font of the totals, which is the widest. */
const measurer = (): ((text: string) => number) => {
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) return () => 0;
  pen.font = `600 ${Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.8125}px ${getComputedStyle(document.body).fontFamily}`;
  const known = new Map<string, number>();
  // Cells use tabular figures, so all digits have one width.
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

/** Width in pixels of a text in a cell of the totals row. */
export const wideOf = (text: string): number => {
  const { lang } = document.documentElement;
  const measure = widths.get(lang) ?? measurer();
  widths.set(lang, measure);
  return measure(text);
};

/** Share of the width for the beginning; the end gets more, as addresses of one site differ there. */
const START_SHARE = 0.4;

/**
 * Both ends of an address, as much as fits; the protocol is left out, since it does not distinguish
 * addresses.
 * @param maxWidth in pixels
 */
export const endsOf = (address: string, maxWidth: number, measure: (text: string) => number): string => {
  const plain = address.replace(/^https?:\/\/(?=.)/, '');
  if (measure(plain) <= maxWidth) return plain;
  const characters = Array.from(plain);
  const sizes = characters.map(measure);
  const fitting = (of: readonly number[], maxTotal: number): number => {
    let sum = 0;
    const at = of.findIndex(size => (sum += size) > maxTotal);
    return at < 0 ? of.length : at;
  };
  const all = Math.max(0, maxWidth - measure(CUT));
  const head = fitting(sizes, all * START_SHARE);
  const tail = fitting(sizes.toReversed(), all - sizes.slice(0, head).reduce((sum, size) => sum + size, 0));
  return characters.slice(0, head).join('') + CUT + characters.slice(characters.length - tail).join('');
};

/**
 * The text that a cell shows.
 * @param width of the cell, in pixels
 */
export const shownIn = (
  text: string,
  {
    numeric,
    address,
    width,
  }: { readonly numeric: boolean; readonly address: boolean; readonly width: number },
): string => {
  if (!numeric && !address) return text;
  const available = width - PADDING_PX;
  if (address) return endsOf(text, available, wideOf);
  return wideOf(text) <= available ? text : OVERFLOW_TEXT;
};
