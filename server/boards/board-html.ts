import { escaped } from '../http/html.ts';
import type { Words } from '../wording/words.ts';
import type { Absent } from './board-report.ts';
import { formatFigure } from './format-figure.ts';
import type { FigureColumn, FigureRow, ItemFigures } from './figures.ts';

/**
 * A board as HTML without pictures, scripts, style sheets or addresses, for mails and files: tables and figures with
 * inline styles, which mail programs show.
 */

/** An item of a board with its figures, or why it has none. */
export interface WrittenItem {
  readonly name: string;
  readonly figures: ItemFigures | Absent;
}
export interface WrittenBoard {
  readonly title: string;
  /** Lines below the title. */
  readonly lines: readonly string[];
  readonly items: readonly WrittenItem[];
  readonly locale: string;
  readonly words: Words;
  /** Text where rows are left out. */
  readonly moreRows: (shown: number, count: number) => string;
  /** Limit of the rows of an item. */
  readonly maxRows: number;
}

const STYLES = {
  body: 'margin:0;padding:24px;background:#ffffff;color:#1f2328;font:14px/1.6 sans-serif',
  title: 'margin:0 0 4px;font-size:20px',
  name: 'margin:28px 0 2px;font-size:16px',
  note: 'margin:0 0 8px;color:#57606a;font-size:12px',
  figure: 'margin:0;font-size:26px;font-weight:bold',
  table: 'border-collapse:collapse;font-size:13px',
  head: 'padding:4px 10px;border-bottom:2px solid #d0d7de;text-align:right;color:#57606a',
  label: 'padding:4px 10px;border-bottom:1px solid #d0d7de;text-align:left;font-weight:normal',
  cell: 'padding:4px 10px;border-bottom:1px solid #d0d7de;text-align:right;white-space:nowrap',
  total: 'padding:4px 10px;text-align:right;white-space:nowrap;font-weight:bold',
  bars: 'width:180px;padding:4px 10px;border-bottom:1px solid #d0d7de',
};
const BAR = 'height:10px;background:#0969da;font-size:1px;line-height:10px';
const MIN_BAR_PERCENT = 1;

const printable = (text: string): string => escaped(text).replace(/\p{Cc}/gu, ' ');
const element = (tag: string, style: string, content: string, attributes = ''): string =>
  `<${tag}${attributes} style="${style}">${content}</${tag}>`;
const leftAligned = (style: string): string => style.replace('text-align:right', 'text-align:left');

const valueCells = (
  columns: readonly FigureColumn[],
  values: FigureRow['values'],
  { words, style }: { readonly words: Words; readonly style: string },
): string =>
  columns
    .map((column, index) =>
      element('td', style, printable(formatFigure(column.format, values[index] ?? null, words))),
    )
    .join('');

/** A bar as long as the share of the first value in the largest one: a picture-free chart. */
const barCell = (value: number, largest: number): string => {
  const percent = largest <= 0 ? 0 : Math.round((Math.max(0, value) / largest) * 100);
  const bar = percent < MIN_BAR_PERCENT ? '' : `<div style="${BAR};width:${percent}%">&nbsp;</div>`;
  return element('td', STYLES.bars, bar);
};

const tableHtml = (figures: ItemFigures, { words, maxRows, moreRows }: WrittenBoard): string => {
  const { columns, rows, totals, count, heading, chart } = figures;
  const shown = chart === 'line' ? rows.slice(-maxRows) : rows.slice(0, maxRows);
  const largest = Math.max(0, ...shown.map(({ values }) => values[0] ?? 0));
  const head = [
    element('th', leftAligned(STYLES.head), printable(heading), ' scope="col"'),
    ...(chart === null ? [] : [element('td', STYLES.head, '')]),
    ...columns.map(({ name }) => element('th', STYLES.head, printable(name), ' scope="col"')),
  ].join('');
  const body = shown.map(({ label, values }) =>
    [
      element('th', STYLES.label, printable(label), ' scope="row"'),
      ...(chart === null ? [] : [barCell(values[0] ?? 0, largest)]),
      valueCells(columns, values, { words, style: STYLES.cell }),
    ].join(''),
  );
  const foot =
    totals === null
      ? []
      : [
          element('th', leftAligned(STYLES.total), printable(words.say('analysis.total')), ' scope="row"') +
            valueCells(columns, totals, { words, style: STYLES.total }),
        ];
  const lines = [head, ...body, ...foot].map(line => `<tr>${line}</tr>`).join('\n');
  const more =
    count > shown.length ? element('p', STYLES.note, printable(moreRows(shown.length, count))) : '';
  return `${element('table', STYLES.table, lines, ' cellspacing="0"')}${more}`;
};

/** Why an item has no figures, in words. */
const absence = (absent: Absent, words: Words): string => {
  switch (absent) {
    case 'metric':
      return words.say('report_board.no_metric');
    case 'chart':
      return words.say('report_board.no_chart');
    case 'report':
      return words.say('report_board.not_shown');
    case 'view':
      return words.say('report_board.absent');
  }
};

const isFigure = ({ chart, rows, totals }: ItemFigures): boolean =>
  chart === null && rows.length === 0 && totals !== null;

const figureTexts = ({ columns, totals }: ItemFigures, words: Words): readonly string[] =>
  columns.map((column, index) => formatFigure(column.format, totals?.[index] ?? null, words));

const itemHtml = ({ name, figures }: WrittenItem, board: WrittenBoard): string => {
  const { words } = board;
  const heading = element('h2', STYLES.name, printable(name));
  if (typeof figures === 'string')
    return heading + element('p', STYLES.note, printable(absence(figures, words)));
  const conditions = element('p', STYLES.note, printable(figures.conditions.join(' · ')));
  if (!isFigure(figures)) return heading + conditions + tableHtml(figures, board);
  const [now = ''] = figureTexts(figures, words);
  const others = figures.columns
    .slice(1)
    .map(({ name: other }, index) => `${other} ${figureTexts(figures, words)[index + 1] ?? ''}`);
  return [
    heading,
    conditions,
    element('p', STYLES.note, printable(figures.columns[0]?.name ?? '')),
    element('p', STYLES.figure, printable(now)),
    ...others.map(text => element('p', STYLES.note, printable(text))),
  ].join('\n');
};

/** Writes a board as a complete HTML document. Pure. */
export const boardHtml = (board: WrittenBoard): string => {
  const { title, lines, items, locale } = board;
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${printable(title)}</title></head>
<body style="${STYLES.body}">
${element('h1', STYLES.title, printable(title))}
${lines.map(line => element('p', STYLES.note, printable(line))).join('\n')}
${items.map(item => itemHtml(item, board)).join('\n')}
</body>
</html>
`;
};

const itemText = ({ name, figures }: WrittenItem, { words, maxRows, moreRows }: WrittenBoard): string => {
  if (typeof figures === 'string') return [`■ ${name}`, absence(figures, words)].join('\n');
  const { columns, rows, conditions, count } = figures;
  const valuesText = (values: FigureRow['values']): string =>
    columns
      .map(
        ({ name: column, format }, index) =>
          `${column} ${formatFigure(format, values[index] ?? null, words)}`,
      )
      .join(' / ');
  const shown = figures.chart === 'line' ? rows.slice(-maxRows) : rows.slice(0, maxRows);
  return [
    `■ ${name}`,
    conditions.join(' · '),
    ...shown.map(({ label, values }) => `${label}: ${valuesText(values)}`),
    ...(count > shown.length ? [moreRows(shown.length, count)] : []),
    ...(figures.totals === null
      ? []
      : [`${isFigure(figures) ? '' : `${words.say('analysis.total')}: `}${valuesText(figures.totals)}`]),
  ].join('\n');
};

/** Writes the items of a board as plain text. Pure. */
export const boardText = (board: WrittenBoard): string =>
  board.items.map(item => itemText(item, board)).join('\n\n');
