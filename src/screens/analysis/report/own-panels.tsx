import type { ReactNode } from 'react';
import { AwaitedChart, Chart } from '../../../components/chart/chart.tsx';
import type { ChartShape } from '../../../components/chart/shape.ts';
import { ChartPanel } from './chart-panel.tsx';
import { ReportFooter, type CountedReport } from './report-footer.tsx';
import { ReportTable, type ReportTableProps } from './report-table.tsx';

/** What is known of a chart before its values. */
export interface ExpectedChart {
  /** Charts that compare are what their view is about, and unfolded at first. */
  readonly kind: 'items' | 'comparison';
  readonly categories: number;
  readonly series: number;
}

interface Props<Row extends { readonly key: string }> extends Omit<ReportTableProps<Row>, 'caption'> {
  /** The conditions of the query in one line, for the picture of the chart. */
  readonly note: string;
  readonly report: CountedReport | null;
  readonly chart: ExpectedChart;
  readonly shape: ChartShape | null;
  /** Selects what the chart and the table show. */
  readonly chooser?: ReactNode;
  /** Replaces the chart where there are rows and nothing to draw. */
  readonly undrawn?: ReactNode;
}

/** A chart over a table whose rows are not those of the general report, with the footer. */
export const OwnPanels = <Row extends { readonly key: string }>({
  note,
  report,
  chart,
  shape,
  chooser,
  undrawn,
  ...table
}: Props<Row>) => {
  const { rows } = table;
  const { failure, busy } = table.query;
  const isDrawn = rows?.length !== 0 && failure === null;
  return (
    <>
      {chooser !== undefined && <div className="tp-fields">{chooser}</div>}
      {isDrawn && undrawn !== undefined && <section className="tp-panel">{undrawn}</section>}
      {isDrawn && undrawn === undefined && (
        <ChartPanel
          kind={chart.kind}
          isOpenAtFirst={chart.kind === 'comparison'}
          title={shape?.title}
          busy={busy && rows !== null}
        >
          {shape === null ? (
            <AwaitedChart kind="bars" categories={chart.categories} series={chart.series} />
          ) : (
            <Chart shape={shape} note={note} />
          )}
        </ChartPanel>
      )}
      <section className="tp-panel">
        <ReportTable {...table} />
        {report !== null && failure === null && <ReportFooter report={report} />}
      </section>
    </>
  );
};
