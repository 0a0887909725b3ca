import type { CSSProperties } from 'react';
import { useIntl } from 'react-intl';
import { isNumeric, type Value } from '../../components/formats.ts';
import type { Beneath, GridColumn } from '../../components/grid/types.ts';
import { useFormatter } from '../../components/use-formatter.ts';
import { usePrinting } from '../../components/use-printing.ts';
import type { Fact } from './use-facts.ts';

/** Rows that go to paper; whoever has more takes a file. */
const MOST = 5000;

interface Props<Row> {
  readonly title: string;
  /** What was asked, where no head above says it. */
  readonly facts?: readonly Fact[];
  readonly columns: readonly GridColumn<Row>[];
  readonly rows: readonly Row[];
  readonly totals: { readonly row: Row; readonly label: string } | undefined;
  readonly beneath: ((row: Row, field: string) => Beneath | null) | undefined;
}

/** What was asked of a report, at the head of its paper. On the screen it is not there: the controls say so. */
export const PaperHead = ({ facts }: { readonly facts: readonly Fact[] }) =>
  (usePrinting() ? <dl className="tp-paper tp-paper-head">{facts.map(({ name, text }) => <div key={name}><dt>{name}</dt><dd>{text}</dd></div>)}</dl> : null);

/** A report's rows on paper, every one of them, with the headings on each page. On the screen they are not there: the grid draws what is in sight. */
export const Paper = <Row extends { readonly key: string; readonly level?: number | null }>({ title, facts, columns, rows, totals, beneath }: Props<Row>) => {
  const intl = useIntl();
  const format = useFormatter();
  if (!usePrinting()) return null;
  const drawn = columns.filter(column => column.format !== 'trend');
  const cells = (row: Row, label?: string) => drawn.map((column, index) => {
    const text = index === 0 && label !== undefined ? label : format(column.format, row[column.field] as Value, column.field);
    const second = index === 0 ? null : beneath?.(row, column.field) ?? null;
    const content = <>{text}{second !== null && <small>{second.text}</small>}</>;
    return index === 0 ? <th key={column.field} scope="row">{content}</th> : <td key={column.field} className={isNumeric(column.format) ? 'tp-number' : undefined}>{content}</td>;
  });
  return (
    <div className="tp-paper">
      {facts !== undefined && <PaperHead facts={facts} />}
      <table className="tp-table" style={{ '--columns': drawn.length } as CSSProperties}>
        <caption className="visually-hidden">{title}</caption>
        <thead><tr>{drawn.map(column => <th key={column.field} scope="col" className={isNumeric(column.format) ? 'tp-number' : undefined}>{column.label}</th>)}</tr></thead>
        <tbody>{rows.slice(0, MOST).map(row => <tr key={row.key} className={row.level === 1 ? 'tp-inner' : undefined}>{cells(row)}</tr>)}</tbody>
        {totals !== undefined && <tbody className="tp-sum"><tr>{cells(totals.row, totals.label)}</tr></tbody>}
      </table>
      {rows.length > MOST && <p className="tp-note">{intl.formatMessage({ id: 'analysis.paper_more' }, { count: rows.length - MOST })}</p>}
    </div>
  );
};
