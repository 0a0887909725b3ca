import { useMemo, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { DataGrid } from '../../../components/grid/grid.tsx';
import type { DrillDown, GridColumn, GridProps, Sort } from '../../../components/grid/types.ts';
import { useLeadingColumn } from '../../../components/grid/use-leading-column.ts';
import { useCopied } from '../../use-copy-notice.ts';
import type { TimedQueryState } from '../../use-query.ts';
import { PrintView } from '../../print/print-view.tsx';
import type { Fact } from '../../print/print-sheet.tsx';
import type { ReportContext } from './context.ts';
import { remainderRank } from './figures.ts';
import { ReportStates } from './report-states.tsx';
import { useTranslate } from './use-report.ts';

export interface ReportTableProps<Row extends { readonly key: string }> {
  readonly context: Pick<ReportContext, 'words' | 'search' | 'go'>;
  readonly title: string;
  /** The conditions of the query, where the printed page has them nowhere else. */
  readonly facts?: readonly Fact[];
  readonly query: Pick<TimedQueryState<object>, 'busy' | 'failure' | 'reload'>;
  readonly columns: readonly GridColumn<Row>[];
  /** The column that a narrow screen shows next to the name. */
  readonly leads: string | null;
  /** Null until there is an answer. */
  readonly rows: readonly Row[] | null;
  readonly totals: Row | null;
  readonly sort: Sort<Row> | null;
  readonly onSort: (sort: Sort<Row> | null) => void;
  /** Opens the conversions of single figures; the same object from rendering to rendering. */
  readonly drillDown?: DrillDown<Row> | null;
  /** Further options of the grid: shown columns, row actions, selection, nested rows. */
  readonly grid?: Partial<GridProps<Row>>;
  /** Shown after the number of rows. */
  readonly caption?: ReactNode;
}

const NONE: readonly never[] = [];
const NO_OPTIONS = {};
const keyOf = (row: { readonly key: string }): string => row.key;

/** The row of totals with its label. */
const useTotals = <Row,>(row: Row | null) => {
  const translate = useTranslate();
  return useMemo(
    () => (row === null ? undefined : { row, label: translate('analysis.total') }),
    [row, translate],
  );
};

const RowCount = ({ count, children }: { readonly count: number; readonly children: ReactNode }) => (
  <>
    <FormattedMessage id="grid.rows" values={{ count }} />
    {children}
  </>
);

/** The rows of a report with their totals, on the screen and on paper. */
export const ReportTable = <Row extends { readonly key: string }>({
  context,
  title,
  facts,
  query: { failure, busy, reload },
  columns: all,
  leads,
  rows,
  totals: totalsRow,
  sort,
  onSort,
  drillDown = null,
  grid = NO_OPTIONS,
  caption,
}: ReportTableProps<Row>) => {
  const copied = useCopied();
  const [quick, setQuick] = useState('');
  const columns = useLeadingColumn(all, leads);
  const totals = useTotals(totalsRow);
  /** Columns and order of the rows, the same on paper. */
  const ordered = { columns, sort, rowKey: keyOf, remainderRank };
  return (
    <>
      <DataGrid
        label={title}
        {...ordered}
        rows={rows}
        busy={busy}
        instead={
          failure !== null || rows?.length === 0 ? (
            <ReportStates context={context} failure={failure} onAgain={reload} />
          ) : undefined
        }
        {...(totals && { totals })}
        {...(drillDown !== null && { drillDown })}
        onSort={onSort}
        onCopied={copied}
        quick={quick}
        onQuick={setQuick}
        caption={rows && <RowCount count={rows.length}>{caption}</RowCount>}
        {...grid}
      />
      {rows !== null && failure === null && (
        <PrintView
          title={title}
          {...(facts && { facts })}
          {...ordered}
          hidden={grid.hidden ?? NONE}
          order={grid.order ?? NONE}
          rows={rows}
          totals={totals}
          secondLine={grid.secondLine}
        />
      )}
    </>
  );
};
