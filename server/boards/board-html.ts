import { escaped } from '../http/html.ts';
import type { Words } from '../wording/words.ts';
import type { Absent } from './board-report.ts';
import { formatFigure } from './format-figure.ts';
import type { FigureColumn, FigureRow, ItemFigures } from './figures.ts';

/**
 * A board as HTML without pictures, scripts or style sheets, for mails and files: tables and figures with inline styles,
 * which mail programs show. A mail has one address, that of its link.
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
  /** Below the items of a mail: where the board is, and why the mail was sent. */
  readonly ending?: { readonly text: string; readonly url: string; readonly why: string };
}

const STYLES = {
  body: 'margin:0;padding:24px;background:#ffffff;color:#1f2328;font:14px/1.6 sans-serif;overflow-wrap:break-word',
  title: 'margin:0 0 4px;font-size:20px',
  name: 'margin:28px 0 2px;font-size:16px',
  note: 'margin:0 0 8px;color:#57606a;font-size:12px',
  ending: 'margin:32px 0 8px;padding-top:12px;border-top:1px solid #d0d7de;color:#57606a;font-size:12px',
  link: 'color:#0969da',
  figure: 'margin:0;font-size:26px;font-weight:bold',
  // Phones scroll a wide table inside this box instead of the page; Outlook on Windows ignores it.
  box: 'max-width:100%;overflow-x:auto',
  table: 'border-collapse:collapse;font-size:13px',
  head: 'padding:4px 10px;border-bottom:2px solid #d0d7de;text-align:right;color:#57606a',
  label: 'padding:4px 10px;border-bottom:1px solid #d0d7de;text-align:left;font-weight:normal',
  cell: 'padding:4px 10px;border-bottom:1px solid #d0d7de;text-align:right;white-space:nowrap',
  total: 'padding:4px 10px;text-align:right;white-space:nowrap;font-weight:bold',
  bars: 'width:180px;padding:4px 10px;border-bottom:1px solid #d0d7de',
  losses: 'width:90px;padding:4px 0 4px 10px;border-bottom:1px solid #d0d7de;border-right:1px solid #8c959f',
  gains: 'width:90px;padding:4px 10px 4px 0;border-bottom:1px solid #d0d7de',
};
const BAR = 'height:10px;background:#0969da;font-size:1px;line-height:10px';
const LOSS_BAR = `${BAR.replace('#0969da', '#bc4c00')};margin-left:auto`;
const MIN_BAR_PERCENT = 1;

const printable = (text: string): string => escaped(text).replace(/\p{Cc}/gu, ' ');
const element = (tag: string, style: string, content: string, attributes = ''): string =>
  `<${tag}${attributes} style="${style}">${content}</${tag}>`;
const leftAligned = (style: string): string => style.replace('text-align:right', 'text-align:left');

const isText = ({ format }: FigureColumn): boolean => format === 'text';

const valueCells = (
  columns: readonly FigureColumn[],
  row: Pick<FigureRow, 'values' | 'texts'>,
  { words, style }: { readonly words: Words; readonly style: string },
): string =>
  columns
    .map((column, index) =>
      isText(column)
        ? element(
            'td',
            leftAligned(style).replace(';white-space:nowrap', ''),
            printable(row.texts?.[index] ?? ''),
          )
        : element('td', style, printable(formatFigure(column.format, row.values[index] ?? null, words))),
    )
    .join('');

const barHtml = (value: number, largest: number, style: string): string => {
  const percent = largest <= 0 ? 0 : Math.round((Math.max(0, value) / largest) * 100);
  return percent < MIN_BAR_PERCENT ? '' : `<div style="${style};width:${percent}%">&nbsp;</div>`;
};

/** The cells of a picture-free chart before the values of a row; on both sides of zero they are two. */
interface Bars {
  readonly head: string;
  readonly cells: (row: FigureRow) => string;
}

/** Bars as long as the share of the first value in the largest one. */
const barsOf = (chart: ItemFigures['chart'], rows: readonly FigureRow[]): Bars => {
  if (chart === null) return { head: '', cells: () => '' };
  const firstOf = ({ values }: FigureRow): number => values[0] ?? 0;
  const largest = Math.max(
    0,
    ...rows.map(row => (chart === 'diverging' ? Math.abs(firstOf(row)) : firstOf(row))),
  );
  if (chart !== 'diverging')
    return {
      head: element('td', STYLES.head, ''),
      cells: row => element('td', STYLES.bars, barHtml(firstOf(row), largest, BAR)),
    };
  return {
    head: element('td', STYLES.head, '', ' colspan="2"'),
    cells: row =>
      element('td', STYLES.losses, barHtml(-firstOf(row), largest, LOSS_BAR)) +
      element('td', STYLES.gains, barHtml(firstOf(row), largest, BAR)),
  };
};

const tableHtml = (
  { id, figures }: { readonly id: string; readonly figures: ItemFigures },
  { words, maxRows, moreRows }: WrittenBoard,
): string => {
  const { columns, rows, totals, count, heading, chart } = figures;
  const shown = chart === 'line' ? rows.slice(-maxRows) : rows.slice(0, maxRows);
  const bars = barsOf(chart, shown);
  const head = [
    element('th', leftAligned(STYLES.head), printable(heading), ' scope="col"'),
    bars.head,
    ...columns.map(column =>
      element(
        'th',
        isText(column) ? leftAligned(STYLES.head) : STYLES.head,
        printable(column.name),
        ' scope="col"',
      ),
    ),
  ].join('');
  const body = shown.map(row =>
    [
      element('th', STYLES.label, printable(row.label), ' scope="row"'),
      bars.cells(row),
      valueCells(columns, row, { words, style: STYLES.cell }),
    ].join(''),
  );
  const foot =
    totals === null
      ? []
      : [
          element('th', leftAligned(STYLES.total), printable(words.say('analysis.total')), ' scope="row"') +
            valueCells(columns, { values: totals }, { words, style: STYLES.total }),
        ];
  const lines = [head, ...body, ...foot].map(line => `<tr>${line}</tr>`).join('\n');
  const more =
    count > shown.length ? element('p', STYLES.note, printable(moreRows(shown.length, count))) : '';
  const table = element('table', STYLES.table, lines, ' cellspacing="0"');
  const box = ` role="group" tabindex="0" aria-labelledby="${id}"`;
  return `${element('div', STYLES.box, table, box)}${more}`;
};

/** Why an item has no figures, in words. */
const absence = (absent: Absent, words: Words): string => {
  switch (absent) {
    case 'metric':
      return words.say('report_board.no_metric');
    case 'chart':
      return words.say('report_board.no_chart');
    case 'rules':
      return words.say('what_if.unchanged');
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

/** @param index position of the item in the board */
const itemHtml = ({ name, figures }: WrittenItem, index: number, board: WrittenBoard): string => {
  const { words } = board;
  const id = `item-${index + 1}`;
  const heading = element('h2', STYLES.name, printable(name), ` id="${id}"`);
  if (typeof figures === 'string')
    return heading + element('p', STYLES.note, printable(absence(figures, words)));
  const conditions = element('p', STYLES.note, printable(figures.conditions.join(' · ')));
  if (!isFigure(figures)) return heading + conditions + tableHtml({ id, figures }, board);
  const [now = ''] = figureTexts(figures, words);
  const others = figures.columns
    .slice(1)
    .map(({ name: other }, at) => `${other} ${figureTexts(figures, words)[at + 1] ?? ''}`);
  return [
    heading,
    conditions,
    element('p', STYLES.note, printable(figures.columns[0]?.name ?? '')),
    element('p', STYLES.figure, printable(now)),
    ...others.map(text => element('p', STYLES.note, printable(text))),
  ].join('\n');
};

const endingHtml = ({ text, url, why }: NonNullable<WrittenBoard['ending']>): string => {
  const link = element('a', STYLES.link, printable(url), ` href="${printable(url)}"`);
  return [
    element('p', STYLES.ending, `${printable(text)}<br>${link}`),
    element('p', STYLES.note, printable(why)),
  ].join('\n');
};

/** Writes a board as a complete HTML document. Pure. */
export const boardHtml = (board: WrittenBoard): string => {
  const { title, lines, items, locale, ending } = board;
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${printable(title)}</title></head>
<body style="${STYLES.body}"><main>
${element('h1', STYLES.title, printable(title))}
${lines.map(line => element('p', STYLES.note, printable(line))).join('\n')}
${items.map((item, index) => itemHtml(item, index, board)).join('\n')}${ending ? `\n${endingHtml(ending)}` : ''}
</main></body>
</html>
`;
};

const itemText = ({ name, figures }: WrittenItem, { words, maxRows, moreRows }: WrittenBoard): string => {
  if (typeof figures === 'string') return [`■ ${name}`, absence(figures, words)].join('\n');
  const { columns, rows, conditions, count } = figures;
  const valuesText = ({ values, texts }: Pick<FigureRow, 'values' | 'texts'>): string =>
    columns
      .flatMap((column, index) => {
        const text = isText(column)
          ? (texts?.[index] ?? '')
          : formatFigure(column.format, values[index] ?? null, words);
        return text === '' ? [] : [`${column.name} ${text}`];
      })
      .join(' / ');
  const shown = figures.chart === 'line' ? rows.slice(-maxRows) : rows.slice(0, maxRows);
  return [
    `■ ${name}`,
    conditions.join(' · '),
    ...shown.map(row => `${row.label}: ${valuesText(row)}`),
    ...(count > shown.length ? [moreRows(shown.length, count)] : []),
    ...(figures.totals === null
      ? []
      : [
          `${isFigure(figures) ? '' : `${words.say('analysis.total')}: `}${valuesText({ values: figures.totals })}`,
        ]),
  ].join('\n');
};

/** Writes the items of a board as plain text. Pure. */
export const boardText = (board: WrittenBoard): string =>
  board.items.map(item => itemText(item, board)).join('\n\n');
