import { useMemo, type ReactNode } from 'react';
import { AwaitedChart, Chart } from '../../../components/chart/chart.tsx';
import type { ChartShape } from '../../../components/chart/shape.ts';
import { arranged } from '../../../components/grid/order.ts';
import type { DrillDown, GridColumn, GridProps, RowAction, Sort } from '../../../components/grid/types.ts';
import type { Fact } from '../../print/print-sheet.tsx';
import { Glossary } from '../search/metric-glossary.tsx';
import { ReportBar } from '../search/report-bar.tsx';
import type { AnalysisSearch } from '../search/search.ts';
import { writeAnalysisSearch } from '../search/write-search.ts';
import type { ReportFile } from '../tools/tools-menu.tsx';
import { ChartPanel } from './chart-panel.tsx';
import type { ColumnChoice } from './context.ts';
import { ReportFooter, type CountedReport } from '../../report-footer.tsx';
import { ReportTable } from './report-table.tsx';
import type { OwnReportState } from './use-own-report.ts';
import { useTranslate } from './use-report.ts';

/** What is known of a chart before its values. */
export interface ExpectedChart {
  /** Charts that compare are what their view is about, and unfolded at first. */
  readonly kind: 'items' | 'comparison';
  readonly categories: number;
  readonly series: number;
}

interface Props<Row extends { readonly key: string }> {
  readonly shown: Omit<OwnReportState<CountedReport, object, unknown>, 'own'>;
  readonly columns: readonly GridColumn<Row>[];
  /** Null until there is an answer. */
  readonly rows: readonly Row[] | null;
  readonly totals: Row | null;
  readonly chart: ExpectedChart;
  readonly shape: ChartShape | null;
  /** The column that a narrow screen shows next to the name; default: that of the declared sort. */
  readonly leads?: string;
  /** The column that sorts, the largest first, where the address names none; absent: the declared sort. */
  readonly usualSort?: string;
  /** Changes the file of the report, whose columns may differ from those of the table. */
  readonly fileOf?: (file: ReportFile) => ReportFile;
  /** Conditions that only this analysis has. */
  readonly ownFacts?: readonly Fact[];
  /** The conditions in one line for the picture of the chart; default: those of the report. */
  readonly note?: string;
  /** Precedes the rules below the report where it has figures under others, too. */
  readonly rulesLabel?: string;
  readonly actions?: readonly RowAction<Row>[];
  /** Opens the conversions of single figures. */
  readonly drillDown?: DrillDown<Row> | null;
  /** The selected rows, and the bar of their actions. */
  readonly selection?: {
    readonly selected: ReadonlySet<string>;
    readonly onSelect: (keys: ReadonlySet<string>) => void;
    readonly bar: ReactNode;
  };
  /** Selects what the chart and the table show. */
  readonly chooser?: ReactNode;
  /** Replaces the chart where there are rows and nothing to draw. */
  readonly undrawn?: ReactNode;
  /** Shown between the controls and the report. */
  readonly children?: ReactNode;
}

const NONE: readonly never[] = [];

/** The sort of the address, else the usual one; null: the order of the server. */
const useSort = <Row,>(
  columns: readonly GridColumn<Row>[],
  wanted: AnalysisSearch['sort'],
  usualSort: string | undefined,
): Sort<Row> | null =>
  useMemo(() => {
    const sortable = columns.filter(column => column.sortable === true);
    const column = sortable.find(({ field }) => field === wanted?.field);
    if (column !== undefined) return { field: column.field, descending: wanted?.descending === true };
    const usual = sortable.find(({ field }) => field === usualSort);
    return usual === undefined ? null : { field: usual.field, descending: true };
  }, [columns, wanted?.field, wanted?.descending, usualSort]);

/** The columns of the download: the shown ones in their order. */
const shownColumns = <Row,>(columns: readonly GridColumn<Row>[], choice: ColumnChoice | null) =>
  choice === null
    ? columns.map(({ field }): string => field)
    : arranged(columns, choice.order)
        .map(({ field }): string => field)
        .filter(field => !choice.hidden.includes(field));

/** The options of the grid: shown columns, row actions, selected rows. */
const gridOptions = <Row extends { readonly key: string }>(
  choice: ColumnChoice | null,
  { rows, actions = NONE, selection }: Props<Row>,
): Partial<GridProps<Row>> => ({
  ...choice,
  ...(actions.length > 0 && { actions }),
  ...(selection && {
    selected: selection.selected,
    onSelect: selection.onSelect,
    selection: { bar: selection.selected.size > 0 && rows !== null ? selection.bar : null },
  }),
});

/** The chart, or what replaces it; nothing where the report has no rows. */
const OwnChart = <Row extends { readonly key: string }>({
  shown,
  rows,
  chart,
  shape,
  note,
  undrawn,
}: Props<Row>) => {
  const { failure, busy } = shown.query;
  if (rows?.length === 0 || failure !== null) return null;
  if (undrawn !== undefined) return <section className="tp-panel">{undrawn}</section>;
  return (
    <ChartPanel
      kind={chart.kind}
      isOpenAtFirst={chart.kind === 'comparison'}
      title={shape?.title}
      busy={busy && rows !== null}
    >
      {shape === null ? (
        <AwaitedChart kind="bars" categories={chart.categories} series={chart.series} />
      ) : (
        <Chart shape={shape} note={note ?? shown.context.note} />
      )}
    </ChartPanel>
  );
};

/** An analysis with rows of its own as a chart and a table, on its screen or as a view of another analysis. */
export const OwnReport = <Row extends { readonly key: string }>(props: Props<Row>) => {
  const { shown, columns, rows, usualSort, chooser, fileOf = file => file } = props;
  const { analysis, context, query, report, parameters, go } = shown;
  const { name, path } = analysis;
  const translate = useTranslate();
  // A view leaves the choice of columns and their explanation to the report of its host.
  const isView = context.name !== name;
  const choice = isView ? null : context.columnChoice;
  const sort = useSort(columns, context.search.sort, usualSort);
  const file = { path, parameters: { ...parameters }, columns: shownColumns(columns, choice), sort };
  const onSort = (next: Sort<Row> | null): void => {
    const isUsual = next === null && usualSort !== undefined;
    go(isUsual ? { sort: undefined } : writeAnalysisSearch({ sort: next }), { replace: true });
  };
  return (
    <>
      <ReportBar context={context} file={fileOf(file)} waited={query} />
      {props.children}
      {chooser !== undefined && <div className="tp-fields">{chooser}</div>}
      <OwnChart {...props} />
      <section className="tp-panel">
        <ReportTable
          context={context}
          title={translate(isView ? `analysis.${context.name}.view.${name}` : `analysis.${name}.title`)}
          {...(props.ownFacts && { facts: props.ownFacts })}
          query={query}
          columns={columns}
          leads={props.leads ?? analysis.sort}
          rows={rows}
          totals={props.totals}
          sort={sort}
          onSort={onSort}
          drillDown={props.drillDown ?? null}
          grid={gridOptions(choice, props)}
        />
        {report !== null && query.failure === null && (
          <ReportFooter report={report} rulesLabel={props.rulesLabel} />
        )}
      </section>
      {/* Only below an answer: its rows would push it down. */}
      {!isView && (rows !== null || query.failure !== null) && <Glossary analysis={analysis} />}
    </>
  );
};
