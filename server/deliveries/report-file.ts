import { csvOf } from '../downloads/csv.ts';
import type { Cell } from '../downloads/cells.ts';
import { wordsIn, type Locale } from '../downloads/words.ts';
import { xlsxOf } from '../downloads/xlsx.ts';
import type { Measured, MetricKey } from '../reports/metrics.ts';

/** A report as a file: a row an item, as the screen shows them, and the totals at the end. */
interface Table {
  readonly title: string;
  readonly axis: number;
  readonly metrics: readonly MetricKey[];
  readonly rows: readonly (Measured & { readonly key: string; readonly label: string })[];
  readonly totals: Measured;
}

const TYPES = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;
const SIGNS = /[\\/:*?"<>|\p{Cc}]/gu;

/** Names that rows have where nothing was named so. */
const labelOf = (row: Table['rows'][number], words: ReturnType<typeof wordsIn>): string =>
  (row.key === 'no_contact' ? words.tag('no_contact') : row.label === '' ? words.tag('unset') : row.label);

/** Writes a report. @returns its bytes, its type, and a name that any system takes */
export const reportFile = async (
  { title, axis, metrics, rows, totals }: Table, format: keyof typeof TYPES, locale: Locale,
): Promise<{ readonly name: string; readonly type: string; readonly bytes: Buffer }> => {
  const words = wordsIn(locale);
  const headings = [words.choices('reportDeliveries', 'axis').get(String(axis)) ?? '', ...metrics.map(metric => words.say(`metric.${metric}.name`))];
  const cells = (label: string, measured: Measured): Cell[] => [label, ...metrics.map(metric => measured[metric])];
  const lines = async function* () { yield [...rows.map(row => cells(labelOf(row, words), row)), cells(words.tag('total'), totals)]; };
  const parts: Buffer[] = [];
  for await (const part of format === 'csv' ? csvOf(headings, lines()) : xlsxOf(title, headings, lines())) parts.push(Buffer.from(part as Uint8Array));
  return { name: `${title.replaceAll(SIGNS, ' ').trim()}.${format}`, type: TYPES[format], bytes: Buffer.concat(parts) };
};
