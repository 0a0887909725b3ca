/** Signs of the yen that people write before or after an amount. */
const YEN_SIGNS: readonly string[] = ['¥', '\\', '円', 'JPY'];

const SIGN = /^[+\-−]/;
const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?![\d,])/;

/**
 * The text of a number that a person wrote, without full-width characters, surrounding spaces, one sign of the yen at
 * each end, and commas between thousands: `−￥１,２００` becomes `-1200`. It takes time linear in the length of the text,
 * and what is no number stays none.
 */
export const plainNumber = (written: string): string => {
  let text = written.normalize('NFKC').trim();
  let sign = '';
  const takeSign = (): void => {
    if (sign !== '' || !SIGN.test(text)) return;
    sign = text.startsWith('+') ? '+' : '-';
    text = text.slice(1);
  };
  takeSign();
  const before = YEN_SIGNS.find(one => text.startsWith(one));
  if (before !== undefined) text = text.slice(before.length).trimStart();
  takeSign();
  const after = YEN_SIGNS.find(one => text.endsWith(one));
  if (after !== undefined) text = text.slice(0, -after.length).trimEnd();
  return `${sign}${text}`.replace(GROUPED, grouped => grouped.replaceAll(',', ''));
};
