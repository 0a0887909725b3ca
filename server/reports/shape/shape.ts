import { addTallies, COUNTED, emptyTally, type Approval, type Tally } from '../../attribution/counted.ts';
import { measurer, type Measured, type MetricKey } from '../../attribution/metrics.ts';
import {
  compareRows,
  isShown,
  keyOf,
  outerOf,
  remainderRank,
  type Row,
  type Rows,
  type Visitor,
} from '../count/rows.ts';
import type { RowTrends } from '../count/trends.ts';

/** Builds an answer's rows from counted ones: visibility, subtotals, order, comparison. */

export interface Line {
  readonly row: Row;
  /** Its own key, and that of its outer row; null: it is an outer one itself. */
  readonly key: string;
  readonly parent: string | null;
  readonly tally: Tally;
}
/** Rows by key. */
export type Lines = ReadonlyMap<string, Line>;

const isEmpty = (tally: Tally): boolean => COUNTED.every(key => tally[key] === 0n);

/** A line of a row; keys are made once, there may be thousands. */
const lineOf = (row: Row, tally: Tally): Line => {
  const outer = outerOf(row);
  return { row, key: keyOf(row), parent: outer && keyOf(outer), tally };
};

/** The visible rows with any counts. */
export const linesOf = (
  { read }: Pick<Rows, 'read'>,
  counts: ReadonlyMap<number, Tally>,
  withoutContact: boolean,
): Lines => {
  const lines = new Map<string, Line>();
  for (const [number, tally] of counts) {
    if (isEmpty(tally)) continue;
    const row = read(number);
    if (!isShown(row, withoutContact)) continue;
    const line = lineOf(row, tally);
    lines.set(line.key, line);
  }
  return lines;
};

/** Lines by the key of their outer row. */
const groupByOuterRow = (lines: Iterable<Line>): ReadonlyMap<string, Line[]> => {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const key = line.parent ?? line.key;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [line]);
    else group.push(line);
  }
  return groups;
};

/**
 * The outer rows of nested ones: the sums of their inner rows, except assists, which depend on the row axis.
 *
 * @param helped the assists of each outer row, by key
 */
export const outerLines = (
  inner: Lines,
  helped: ReadonlyMap<string, Pick<Tally, 'assists' | 'assists_first'>>,
): Lines => {
  return new Map(
    [...groupByOuterRow(inner.values())].flatMap(([key, lines]) => {
      const [first] = lines;
      const { assists, assists_first } = helped.get(key) ?? emptyTally();
      return first === undefined
        ? []
        : [
            [
              key,
              lineOf(outerOf(first.row) ?? first.row, {
                ...addTallies(lines.map(line => line.tally)),
                assists,
                assists_first,
              }),
            ] as const,
          ];
    }),
  );
};

/** One state of a report: its outer rows, and the inner ones where it is nested. */
export interface Level {
  readonly outer: Lines;
  readonly inner: Lines | null;
}

/** The fields of a row besides its metrics. */
interface RowFields<Key extends MetricKey> {
  key: string;
  label: string;
  parent: string | null;
  parent_label: string;
  level: 0 | 1;
  visitor: Visitor | null;
  compared?: Measured<Key>;
  trend: number[] | null;
  trend_cv: number[] | null;
}
export type ShapedRow<Key extends MetricKey> = Measured<Key> & Readonly<RowFields<Key>>;

const descending = (a: bigint, b: bigint) => Number(a < b) - Number(a > b);

/**
 * Most credit first, then most contacts, then by position: deterministic for equal counts. Rows without a value and
 * conversions without a contact come last.
 */
const compareLines = (a: Line, b: Line): number =>
  remainderRank(a.row) - remainderRank(b.row) ||
  descending(a.tally.division, b.tally.division) ||
  descending(a.tally.clicks, b.tally.clicks) ||
  compareRows(a.row, b.row);

const EMPTY = emptyTally();

/** Rows of either period; a new row has no earlier values. */
const rowsOfBothPeriods = (now: Lines, before: Lines | null): Line[] => [
  ...now.values(),
  ...[...(before ?? [])].filter(([key]) => !now.has(key)).map(([, line]) => ({ ...line, tally: EMPTY })),
];

export interface Shaping<Key extends MetricKey> {
  readonly metrics: readonly Key[];
  readonly absent: ReadonlySet<MetricKey>;
  readonly approval: Approval;
  readonly label: (row: Row) => string;
  readonly trends: { readonly byRow: ReadonlyMap<string, RowTrends>; readonly flat: number[] } | null;
}

/** The rows and totals of an answer. Totals are the sums of the outer rows, and ratios computed from them. */
export const shape = <Key extends MetricKey>(
  now: Level,
  before: Level | null,
  { metrics, absent, approval, label, trends }: Shaping<Key>,
) => {
  const measures = measurer(metrics, approval, absent);
  const measured = (tally: Tally): Measured<Key> => measures(tally, {});
  // All keys of a row in order, created once: rows are copies of it. An object grown key by key is slow to
  // copy, one that was parsed is not.
  const blank = JSON.parse(
    JSON.stringify({
      key: '',
      label: '',
      parent: null,
      parent_label: '',
      level: 0,
      visitor: null,
      ...Object.fromEntries(metrics.map(key => [key, null])),
      ...(before !== null && { compared: null }),
      trend: null,
      trend_cv: null,
    }),
  ) as RowFields<Key>;
  const shaped = (
    { row, key, parent, tally }: Line,
    compared: Lines | null,
    outer: Row | null,
  ): ShapedRow<Key> => {
    const fields: RowFields<Key> = { ...blank };
    fields.key = key;
    fields.label = label(row);
    fields.parent = parent;
    fields.visitor = row.visitor;
    if (outer !== null) {
      fields.parent_label = label(outer);
      fields.level = 1;
    }
    if (compared !== null) fields.compared = measured(compared.get(key)?.tally ?? EMPTY);
    if (trends !== null) {
      // A row with only costs has no trend, hence a flat line.
      const rowTrends = trends.byRow.get(key);
      fields.trend = rowTrends?.clicks ?? trends.flat;
      fields.trend_cv = rowTrends?.cv ?? trends.flat;
    }
    return measures(tally, fields);
  };
  const inner =
    now.inner === null ? null : groupByOuterRow(rowsOfBothPeriods(now.inner, before?.inner ?? null));
  const totals = (lines: Lines) => measured(addTallies([...lines.values()].map(({ tally }) => tally)));
  return {
    rows: rowsOfBothPeriods(now.outer, before?.outer ?? null)
      .toSorted(compareLines)
      .flatMap(line => [
        shaped(line, before?.outer ?? null, null),
        // Conversions without a contact have no dimensions.
        ...(line.row.kind === 'row' ? (inner?.get(line.key)?.toSorted(compareLines) ?? []) : []).map(one =>
          shaped(one, before?.inner ?? null, line.row),
        ),
      ]),
    totals: totals(now.outer),
    compared_totals: before === null ? null : totals(before.outer),
  };
};
