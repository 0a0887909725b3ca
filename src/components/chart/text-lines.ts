import { endsOf } from '../grid/truncation.ts';

/** Average width in pixels of a wide (CJK) and of another character in the font of a chart. */
const [WIDE, LETTER] = [12, 6.5];
/** Estimated width in pixels of a text in the font of a chart. */
export const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (/[\u2e80-\uffef]/.test(letter) ? WIDE : LETTER), 0);

/**
 * Breaks a text into lines, at spaces and between CJK characters.
 *
 * @param maxWidth of a line, in pixels
 * @param measure the width of a text in pixels
 */
export const breakLines = (
  text: string,
  maxWidth: number,
  measure: (text: string) => number,
): readonly string[] =>
  text
    .split(/(?<=\s)|(?<=[\u3000-\u9fff\uff00-\uffef])/u)
    .reduce<readonly string[]>((lines, piece) => {
      const last = lines.at(-1);
      return last === undefined || measure(`${last}${piece}`.trimEnd()) > maxWidth
        ? [...lines, piece]
        : lines.with(lines.length - 1, `${last}${piece}`);
    }, [])
    .map(line => line.trim());

/** Steps in pixels by which a label is shortened until it fits. */
const SHORTENING_PX = 6;

/**
 * The lines of a label. One that does not fit is shortened in its middle, because names of ads often share their
 * beginning and differ at their end.
 *
 * @param maxWidth of a line, in pixels; the caller breaks words that are longer
 */
export const labelLines = (name: string, maxWidth: number, maxLines: number): readonly string[] => {
  for (let budget = maxLines * maxWidth; budget > maxWidth; budget -= SHORTENING_PX) {
    const lines = breakLines(endsOf(name, budget, widthOf), maxWidth, widthOf);
    if (lines.reduce((count, line) => count + Math.ceil(widthOf(line) / maxWidth), 0) <= maxLines)
      return lines;
  }
  return [endsOf(name, maxWidth, widthOf)];
};
