import { useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Chart } from '../../../components/chart/chart.tsx';
import type { ChartShape } from '../../../components/chart/shape.ts';
import { DataGrid } from '../../../components/grid/grid.tsx';
import type { DrillDown, GridColumn, GridProps, Sort } from '../../../components/grid/types.ts';
import { useLeading } from '../../../components/grid/use-leading.ts';
import { useCopied } from '../../use-copied.ts';
import type { TimedQueryState } from '../../use-query.ts';
import { ReportFooter, type CountedReport } from './report-footer.tsx';
import { Paper } from '../print/print-view.tsx';
import type { Site } from './context.ts';
import { Unanswered } from './report-states.tsx';
import type { Fact } from '../search/use-facts.ts';
import { useSay } from './use-report.ts';

interface Props<Row extends { readonly key: string }> {
  readonly site: Pick<Site, 'words' | 'search' | 'go'>;
  readonly title: string;
  readonly note: string;
  /** What was asked, where the screen around it does not print that. */
  readonly facts?: readonly Fact[];
  readonly query: Pick<TimedQueryState<object>, 'busy' | 'failure' | 'reload'>;
  readonly report: CountedReport | null;
  readonly columns: readonly GridColumn<Row>[];
  /** The figure that a narrow screen has room for. */
  readonly leads: string | null;
  /** Null until there is an answer. */
  readonly rows: readonly Row[] | null;
  readonly totals: Row | null;
  readonly sort: Sort<Row> | null;
  readonly onSort: (sort: Sort<Row> | null) => void;
  readonly shape: ChartShape | null;
  /** What chooses what is drawn, above the chart. */
  readonly chooser?: ReactNode;
  /** Why nothing is drawn though there are rows. */
  readonly undrawn?: ReactNode;
  /** Opens the conversions of single figures; the same object from drawing to drawing. */
  readonly drillDown?: DrillDown<Row> | null;
  /** What else the grid can do here. */
  readonly grid?: Partial<GridProps<Row>>;
}

const NONE: readonly never[] = [];
const NO_OPTIONS = {};
const keyOf = (row: { readonly key: string }): string => row.key;

/** The rows on the screen and on paper. */
const OwnTable = <Row extends { readonly key: string }>({
  site,
  title,
  facts,
  query: { failure, busy, reload },
  columns: all,
  leads,
  rows,
  totals,
  sort,
  onSort,
  drillDown = null,
  grid = NO_OPTIONS,
}: Props<Row>) => {
  const say = useSay();
  const copied = useCopied();
  const [quick, setQuick] = useState('');
  const columns = useLeading(all, leads);
  const sum = totals === null ? undefined : { row: totals, label: say('analysis.total') };
  return (
    <>
      <DataGrid
        label={title}
        columns={columns}
        rows={rows}
        rowKey={keyOf}
        busy={busy}
        instead={
          failure !== null || rows?.length === 0 ? (
            <Unanswered site={site} failure={failure} onAgain={reload} />
          ) : undefined
        }
        {...(sum && { totals: sum })}
        {...(drillDown !== null && { drillDown })}
        sort={sort}
        onSort={onSort}
        onCopied={copied}
        quick={quick}
        onQuick={setQuick}
        caption={rows === null ? null : <FormattedMessage id="grid.rows" values={{ count: rows.length }} />}
        {...grid}
      />
      {rows !== null && failure === null && (
        <Paper
          title={title}
          {...(facts && { facts })}
          columns={columns}
          hidden={grid.hidden ?? NONE}
          order={grid.order ?? NONE}
          sort={sort}
          rows={rows}
          rowKey={keyOf}
          totals={sum}
          secondLine={undefined}
        />
      )}
    </>
  );
};

/**
 * A chart over a table whose rows are not those of the general report, on the screen and on paper, and on
 * what they stand.
 */
export const OwnPanels = <Row extends { readonly key: string }>(props: Props<Row>) => {
  const { note, report, rows, shape, chooser, undrawn } = props;
  const { failure, busy } = props.query;
  const drawn =
    rows?.length === 0 || failure !== null
      ? null
      : (undrawn ?? (shape !== null && <Chart shape={shape} note={note} />));
  return (
    <>
      {(chooser !== undefined || Boolean(drawn)) && (
        <section className={`tp-panel${busy ? ' tp-dim' : ''}`}>
          {chooser}
          {drawn}
        </section>
      )}
      <section className="tp-panel">
        <OwnTable {...props} />
        {report !== null && failure === null && <ReportFooter report={report} />}
      </section>
    </>
  );
};
