import type { ReactNode } from 'react';
import { Chart } from '../../../components/chart/chart.tsx';
import type { ChartShape } from '../../../components/chart/shape.ts';
import { ReportFooter, type CountedReport } from './report-footer.tsx';
import { ReportTable, type ReportTableProps } from './report-table.tsx';

interface Props<Row extends { readonly key: string }> extends Omit<ReportTableProps<Row>, 'caption'> {
  /** The conditions of the query in one line, for the picture of the chart. */
  readonly note: string;
  readonly report: CountedReport | null;
  readonly shape: ChartShape | null;
  /** Selects what the chart shows. */
  readonly chooser?: ReactNode;
  /** Replaces the chart where there are rows and nothing to draw. */
  readonly undrawn?: ReactNode;
}

/** A chart over a table whose rows are not those of the general report, with the footer. */
export const OwnPanels = <Row extends { readonly key: string }>({
  note,
  report,
  shape,
  chooser,
  undrawn,
  ...table
}: Props<Row>) => {
  const { rows } = table;
  const { failure, busy } = table.query;
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
        <ReportTable {...table} />
        {report !== null && failure === null && <ReportFooter report={report} />}
      </section>
    </>
  );
};
