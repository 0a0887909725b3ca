import { useMemo, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Framed } from '../../../analyses/analysis.ts';
import type { ChartShape } from '../../../components/chart/shape.ts';
import { arranged } from '../../../components/grid/order.ts';
import type { DrillDown, GridColumn, GridProps, RowAction, Sort } from '../../../components/grid/types.ts';
import type { TimedQueryState } from '../../use-query.ts';
import type { CountedReport } from './report-footer.tsx';
import { Glossary } from '../search/metric-glossary.tsx';
import { OwnPanels, type ExpectedChart } from './own-panels.tsx';
import { ReportBar } from '../search/report-bar.tsx';
import { writeAnalysisSearch } from '../search/write-search.ts';
import type { AnalysisSearch } from '../search/search.ts';
import type { ColumnChoice, ReportContext } from './context.ts';
import type { ReportFile } from '../tools/tools-menu.tsx';
import { useTranslate } from './use-report.ts';

interface Props<Row extends { readonly key: string }> {
  readonly analysis: Framed;
  readonly context: ReportContext;
  readonly query: Pick<TimedQueryState<object>, 'busy' | 'failure' | 'reload' | 'slow' | 'cancel'>;
  readonly report: (CountedReport & { readonly rules: { readonly model?: number } | null }) | null;
  readonly columns: readonly GridColumn<Row>[];
  readonly file: Omit<ReportFile, 'columns' | 'sort'>;
  /** Null until there is an answer. */
  readonly rows: readonly Row[] | null;
  readonly totals: Row | null;
  readonly chart: ExpectedChart;
  readonly shape: ChartShape | null;
  readonly actions?: readonly RowAction<Row>[];
  /** Opens the conversions of single figures. */
  readonly drillDown?: DrillDown<Row> | null;
  /** The selected rows, and the bar of their actions. */
  readonly selection?: {
    readonly selected: ReadonlySet<string>;
    readonly onSelect: (keys: ReadonlySet<string>) => void;
    readonly bar: ReactNode;
  };
  /** Shown between the controls and the report. */
  readonly children?: ReactNode;
}

const NONE: readonly never[] = [];

/** The sort of the address; null where its column cannot be sorted. */
const useSort = <Row,>(
  columns: readonly GridColumn<Row>[],
  wanted: AnalysisSearch['sort'],
): Sort<Row> | null =>
  useMemo(() => {
    const column = columns.find(({ field }) => field === wanted?.field);
    return column?.sortable !== true
      ? null
      : { field: column.field, descending: wanted?.descending === true };
  }, [columns, wanted?.field, wanted?.descending]);

/** The columns of the download: the shown ones in their order. */
const shownColumns = <Row,>(columns: readonly GridColumn<Row>[], { order, hidden }: ColumnChoice) =>
  arranged(columns, order)
    .map(({ field }): string => field)
    .filter(field => !hidden.includes(field));

const ReportHead = ({ name, title }: { readonly name: string; readonly title: string }) => (
  <header className="tp-screen-head">
    <h1>{title}</h1>
    <p>
      <FormattedMessage id={`analysis.${name}.lead`} />
    </p>
  </header>
);

/** The options of the grid: shown columns, row actions, selected rows. */
const gridOptions = <Row extends { readonly key: string }>(
  { columnChoice }: ReportContext,
  rows: Props<Row>['rows'],
  actions: readonly RowAction<Row>[],
  selection: Props<Row>['selection'],
): Partial<GridProps<Row>> => ({
  ...columnChoice,
  ...(actions.length > 0 && { actions }),
  ...(selection && {
    selected: selection.selected,
    onSelect: selection.onSelect,
    selection: { bar: selection.selected.size > 0 && rows !== null ? selection.bar : null },
  }),
});

/** The screen of an analysis whose rows are not those of the general report. */
export const OwnReport = <Row extends { readonly key: string }>({
  analysis,
  context,
  query,
  report,
  file,
  columns,
  rows,
  totals,
  chart,
  shape,
  actions = NONE,
  drillDown = null,
  selection,
  children,
}: Props<Row>) => {
  const translate = useTranslate();
  const { search, go, facts, note } = context;
  const title = translate(`analysis.${analysis.name}.title`);
  const sort = useSort(columns, search.sort);
  return (
    <article className="tp-screen tp-analysis">
      <ReportHead name={analysis.name} title={title} />
      <ReportBar
        context={context}
        file={{ ...file, columns: shownColumns(columns, context.columnChoice), sort }}
        waited={query}
      />
      {children}
      <OwnPanels
        context={context}
        title={title}
        note={note}
        facts={facts}
        query={query}
        report={report}
        columns={columns}
        leads={analysis.sort}
        rows={rows}
        totals={totals}
        chart={chart}
        shape={shape}
        drillDown={drillDown}
        sort={sort}
        onSort={next => go(writeAnalysisSearch({ sort: next }), { replace: true })}
        grid={gridOptions(context, rows, actions, selection)}
      />
      {/* Only below an answer: its rows would push it down. */}
      {(rows !== null || query.failure !== null) && (
        <Glossary metrics={analysis.columns.map(({ metric }) => metric)} />
      )}
    </article>
  );
};
