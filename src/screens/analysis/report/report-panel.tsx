import type { ReactNode } from 'react';
import { RowsPlaceholder } from '../../../components/states.tsx';
import { ReportStates } from './report-states.tsx';
import type { OwnReportState } from './use-own-report.ts';

/** Number of placeholder rows before there is an answer. */
const AWAITED_ROWS = 8;

interface Props<Report> {
  readonly shown: Pick<OwnReportState<Report, object, unknown>, 'context' | 'query' | 'report'>;
  /** Shown above the report in every state of it. */
  readonly head: ReactNode;
  /** Whether an answer has rows. */
  readonly hasRows: (report: Report) => boolean;
  readonly className?: string;
  /** Renders the answer. */
  readonly children: (report: Report) => ReactNode;
}

/** A panel with a report that is not in a grid: its answer, or the state in place of it. */
export const ReportPanel = <Report,>({
  shown: { context, query, report },
  head,
  hasRows,
  className = '',
  children,
}: Props<Report>) => {
  const { failure, busy, reload } = query;
  const body = (): ReactNode => {
    if (failure === null && report === null) return <RowsPlaceholder rows={AWAITED_ROWS} />;
    return failure === null && report !== null && hasRows(report) ? (
      children(report)
    ) : (
      <ReportStates context={context} failure={failure} onAgain={reload} />
    );
  };
  return (
    <section className={`tp-panel${className}${busy && report !== null ? ' tp-dim' : ''}`} aria-busy={busy}>
      {head}
      {body()}
    </section>
  );
};
