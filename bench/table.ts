/** A row of the benchmark's table. Both figures were measured in the same run; the ratio is the result. */
export interface Row {
  readonly name: string;
  readonly ours: string;
  readonly reference: string;
  readonly ratio: string;
  readonly goal: string;
}

const HEADINGS: Row = {
  name: 'benchmark',
  ours: 'Touchpath',
  reference: 'reference',
  ratio: 'ratio',
  goal: 'goal',
};
const KEYS = ['name', 'ours', 'reference', 'ratio', 'goal'] as const;

/** Formats rows as a Markdown table with columns of equal width. */
export const table = (rows: readonly Row[]): string => {
  const width = Object.fromEntries(
    KEYS.map(key => [key, Math.max(...[HEADINGS, ...rows].map(row => row[key].length))]),
  );
  const line = (row: Row) => `| ${KEYS.map(key => row[key].padEnd(width[key] ?? 0)).join(' | ')} |`;
  return [
    line(HEADINGS),
    `|${KEYS.map(key => '-'.repeat((width[key] ?? 0) + 2)).join('|')}|`,
    ...rows.map(line),
  ].join('\n');
};

/** Median of an unordered list; for an even number the mean of the two middle values. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  if (low === undefined || high === undefined)
    throw new RangeError('the median of an empty list is undefined');
  return (low + high) / 2;
};

/** The value below which `share` of an unordered list lies, from 0 to 1; NaN: the list is empty. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
