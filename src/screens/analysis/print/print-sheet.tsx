import { useIntl } from 'react-intl';
import type { Value } from '../../../components/formats.ts';
import { arranged } from '../../../components/grid/order.ts';
import { sorted } from '../../../components/grid/sorted.ts';
import { treeOrder } from '../../../components/grid/tree.ts';
import { isFigures, type SecondLine, type GridColumn, type Sort } from '../../../components/grid/types.ts';
import { useFormatter } from '../../../components/use-formatter.ts';
import { usePrinting } from '../../../components/use-printing.ts';
import type { Format } from '../../../resources/column.ts';
import { bandsOf } from './page-bands.ts';
import type { Fact } from '../search/use-facts.ts';

/** Rows that go to paper; whoever has more takes a file. */
export const MAX_ROWS = 5000;

interface Props<Row> {
  readonly title: string;
  /** What was asked, where no head above says it. */
  readonly facts?: readonly Fact[];
  readonly columns: readonly GridColumn<Row>[];
  readonly hidden: readonly string[];
  /** The user's order of columns, and that of the rows. */
  readonly order: readonly string[];
  readonly sort: Sort<Row> | null;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly totals: { readonly row: Row; readonly label: string } | undefined;
  readonly secondLine: ((row: Row, field: string) => SecondLine | null) | undefined;
  /** How many rows there are, where not all of them are here. */
  readonly total?: number;
}

/**
 * What was asked of a report, at the head of its paper. On the screen it is not there: the controls say so.
 */
export const PaperHead = ({ facts }: { readonly facts: readonly Fact[] }) =>
  usePrinting() ? (
    <dl className="tp-paper tp-paper-head">
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

/** Short things that read worse in two lines. */
const UNBROKEN_FORMATS: ReadonlySet<Format> = new Set<Format>(['time', 'day', 'choice', 'word', 'duration']);
const classOf = (column: Pick<GridColumn<never>, 'format' | 'amount'>): string | undefined => {
  if (isFigures(column)) return 'tp-number';
  return UNBROKEN_FORMATS.has(column.format) ? 'tp-kept' : undefined;
};

interface CellsProps<Row> extends Pick<Props<Row>, 'columns' | 'secondLine'> {
  readonly row: Row;
  /** In place of the first column's text. */
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

const PaperTable = <Row extends object>({
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
 * A report's rows on paper, every one of them in the screen's order and none folded, with the headings on
 * each page, and in several tables where one would be too wide to be read. On the screen they are not there:
 * the grid draws what is in sight.
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
  totals,
  secondLine,
  total = rows.length,
}: Props<Row>) => {
  const intl = useIntl();
  if (!usePrinting()) return null;
  const drawn = arranged(columns, order).filter(
    ({ field, format: kind }, index) => index === 0 || (kind !== 'trend' && !hidden.includes(field)),
  );
  const lines = treeOrder(sorted(rows, columns, sort, intl.locale), rowKey, { parentOf, folded: NONE });
  const printed = lines.slice(0, MAX_ROWS);
  const bands = bandsOf(drawn);
  return (
    <div className="tp-paper">
      {facts !== undefined && <PaperHead facts={facts} />}
      {bands.map((band, index) => (
        <PaperTable
          key={band[1]?.field ?? title}
          caption={
            bands.length > 1
              ? intl.formatMessage(
                  { id: 'analysis.paper_part' },
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
          {intl.formatMessage({ id: 'analysis.paper_more' }, { count: total - printed.length })}
        </p>
      )}
    </div>
  );
};
