import { useIntl } from 'react-intl';
import type { Value } from '../../components/formats.ts';
import { arranged } from '../../components/grid/order.ts';
import { sorted } from '../../components/grid/sorted.ts';
import { treeOrder } from '../../components/grid/tree.ts';
import { isFigures, type SecondLine, type GridColumn, type Sort } from '../../components/grid/types.ts';
import { useFormatter } from '../../components/use-formatter.ts';
import { usePrinting } from '../../components/use-printing.ts';
import type { Format } from '../../resources/column.ts';
import { bandsOf } from './page-bands.ts';

/** Largest number of printed rows; more rows are available as a file. */
export const MAX_ROWS = 5000;

/** One condition of a report as text. */
export interface Fact {
  readonly name: string;
  readonly text: string;
  /** Text for places without the name, if `text` alone would be ambiguous. */
  readonly nameless?: string;
}

interface Props<Row> {
  readonly title: string;
  /** The conditions of the query, if the page has no head with them. */
  readonly facts?: readonly Fact[];
  readonly columns: readonly GridColumn<Row>[];
  readonly hidden: readonly string[];
  /** The user's order of columns, and the sort of the rows. */
  readonly order: readonly string[];
  readonly sort: Sort<Row> | null;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly totals: { readonly row: Row; readonly label: string } | undefined;
  /** Rank of rows that come after all others, as in the grid. */
  readonly remainderRank?: (row: Row) => number;
  readonly secondLine: ((row: Row, field: string) => SecondLine | null) | undefined;
  /** Number of rows of the query, if `rows` has only a part of them. */
  readonly total?: number;
}

/** The conditions of a report at the head of its print view; on the screen the controls show them. */
export const PrintHead = ({ facts }: { readonly facts: readonly Fact[] }) =>
  usePrinting() ? (
    <dl className="tp-print tp-print-head">
      {facts.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  ) : null;

const NONE: ReadonlySet<string> = new Set();
interface Nested {
  readonly level?: number | null;
  readonly parent?: string | null;
}
const parentOf = (row: object): string | null => (row as Nested).parent ?? null;

/** Formats whose texts do not wrap. */
const UNBROKEN_FORMATS: ReadonlySet<Format> = new Set<Format>(['time', 'day', 'choice', 'word', 'duration']);
const classOf = (column: Pick<GridColumn<never>, 'format' | 'amount'>): string | undefined => {
  if (isFigures(column)) return 'tp-number';
  return UNBROKEN_FORMATS.has(column.format) ? 'tp-unbroken' : undefined;
};

interface CellsProps<Row> extends Pick<Props<Row>, 'columns' | 'secondLine'> {
  readonly row: Row;
  /** Replaces the first column's text. */
  readonly label?: string;
}

const Cells = <Row extends object>({ columns, row, label, secondLine }: CellsProps<Row>) => {
  const format = useFormatter();
  return columns.map((column, index) => {
    const own = format(column.format, row[column.field] as Value, column.field);
    if (index === 0)
      return (
        <th key={column.field} scope="row" className={classOf(column)}>
          {label ?? own}
        </th>
      );
    const second = secondLine?.(row, column.field) ?? null;
    return (
      <td key={column.field} className={classOf(column)}>
        {own}
        {second !== null && <small>{second.text}</small>}
      </td>
    );
  });
};

interface TableProps<Row> extends Pick<Props<Row>, 'columns' | 'rows' | 'rowKey' | 'totals' | 'secondLine'> {
  readonly caption: string;
  readonly captioned: boolean;
}

const PrintTable = <Row extends object>({
  caption,
  captioned,
  columns,
  rows,
  rowKey,
  totals,
  secondLine,
}: TableProps<Row>) => (
  <table className="tp-table">
    <caption className={captioned ? undefined : 'visually-hidden'}>{caption}</caption>
    <thead>
      <tr>
        {columns.map(column => (
          <th key={column.field} scope="col" className={isFigures(column) ? 'tp-number' : undefined}>
            {column.label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(row => (
        <tr key={rowKey(row)} className={(row as Nested).level === 1 ? 'tp-inner' : undefined}>
          <Cells columns={columns} row={row} secondLine={secondLine} />
        </tr>
      ))}
    </tbody>
    {totals !== undefined && (
      <tbody className="tp-sum">
        <tr>
          <Cells columns={columns} row={totals.row} label={totals.label} secondLine={secondLine} />
        </tr>
      </tbody>
    )}
  </table>
);

/**
 * The print view of a report: all rows in the order of the screen and unfolded, headings on each page,
 * several tables for wide reports. It is rendered only for printing, since the grid renders only visible
 * rows.
 */
export const PrintSheet = <Row extends object>({
  title,
  facts,
  columns,
  hidden,
  order,
  sort,
  rows,
  rowKey,
  remainderRank,
  totals,
  secondLine,
  total = rows.length,
}: Props<Row>) => {
  const intl = useIntl();
  if (!usePrinting()) return null;
  const drawn = arranged(columns, order).filter(
    ({ field, format: kind }, index) => index === 0 || (kind !== 'trend' && !hidden.includes(field)),
  );
  const lines = treeOrder(sorted(rows, columns, sort, intl.locale, remainderRank), rowKey, {
    parentOf,
    folded: NONE,
  });
  const printed = lines.slice(0, MAX_ROWS);
  const bands = bandsOf(drawn);
  return (
    <div className="tp-print">
      {facts !== undefined && <PrintHead facts={facts} />}
      {bands.map((band, index) => (
        <PrintTable
          key={band[1]?.field ?? title}
          caption={
            bands.length > 1
              ? intl.formatMessage(
                  { id: 'analysis.print_part' },
                  { title, part: index + 1, parts: bands.length },
                )
              : title
          }
          captioned={bands.length > 1}
          columns={band}
          rows={printed}
          rowKey={rowKey}
          totals={totals}
          secondLine={secondLine}
        />
      ))}
      {total > printed.length && (
        <p className="tp-note">
          {intl.formatMessage({ id: 'analysis.print_more' }, { count: total - printed.length })}
        </p>
      )}
    </div>
  );
};
