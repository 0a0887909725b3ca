import { summaryOf, type Analysis, type ReportRow } from '../../../analyses/analysis.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { present } from '../../../resources/row.ts';
import { logSearchOf } from '../drilldown/log-search.ts';
import { useFigureConversions } from '../drilldown/use-figure-conversions.tsx';
import { useDrill } from '../drilldown/use-log-links.ts';
import type { ReportContext } from './context.ts';
import { isUneven } from './figures.ts';
import { GeneralTable } from './general-table.tsx';
import { ReportChart } from './report-chart.tsx';
import { ReportFooter } from '../../report-footer.tsx';
import { TotalsStrip } from './totals-strip.tsx';
import { useTranslate, type Report } from './use-report.ts';

interface Props {
  readonly analysis: Analysis;
  readonly context: ReportContext;
  readonly report: Report;
}

/** The drill-down of a report: to the conversions of single figures, and to the logs and records of a row. */
const useReportDrillDown = ({ analysis, context, report: { report, rows, totals } }: Props) => {
  const { search, query, days, compared } = context;
  const { figures, openTotal, dialog, actions } = useFigureConversions({
    parameters: query,
    days,
    compared,
    rows,
    totals: totals ?? undefined,
    watermark: report?.watermark ?? null,
    contactsOf: row => logSearchOf(analysis, row, search, days),
  });
  const links = useDrill<ReportRow>({ analysis, search, days, productId: query.product_id });
  return { figures, openTotal, dialog, actions: [...actions, ...links] };
};

type ReportDrillDown = ReturnType<typeof useReportDrillDown>;

/** Opens the conversions of a value in the chart; of a value without conversions, the first action of its row. */
const openValue = (
  { figures, actions }: ReportDrillDown,
  row: ReportRow,
  metric: string | undefined,
): void => {
  if (metric !== undefined && figures?.has(row, metric) === true) figures.open(row, metric);
  else actions.find(({ offered }) => offered?.(row) ?? true)?.run(row);
};

/** The metrics that the report has no values for. */
const AbsentMetrics = ({ metrics }: { readonly metrics: readonly string[] }) => {
  const translate = useTranslate();
  return metrics.length === 0 ? null : (
    <p className="tp-note">
      {translate('analysis.absent', {
        metrics: metrics.map(metric => translate(`metric.${metric}.name`)).join(translate('analysis.and')),
      })}
    </p>
  );
};

interface FootProps {
  /** The model to explain; null: the report depends on none. */
  readonly counted: number | null;
  readonly report: Report['report'];
  readonly rows: Report['rows'];
  readonly compared: ReportContext['compared'];
  readonly onOpenTotal: (() => void) | null;
}

/** Below the table: the conversions of the totals, values that the table lacks, and the rules of the report. */
const ReportFoot = ({ report, rows, counted, compared, onOpenTotal }: FootProps) => {
  const translate = useTranslate();
  return (
    <>
      {onOpenTotal !== null && (
        <p>
          <Button
            label={translate('drilldown.action_total')}
            icon={<Icon name="detail" />}
            onClick={onOpenTotal}
          />
        </p>
      )}
      <AbsentMetrics metrics={present(report?.absent)} />
      {rows?.some(isUneven) === true && <p className="tp-note">{translate('analysis.uneven')}</p>}
      {counted !== null && <p className="tp-note">{translate(`model.${counted}.help`)}</p>}
      {report !== null && <ReportFooter report={report} compared={compared} />}
    </>
  );
};

/** A report: its most important totals, its chart, its table, and its footer. */
export const ReportView = (props: Props) => {
  const { analysis, context } = props;
  const { report, rows, totals, failure, busy } = props.report;
  const drillDown = useReportDrillDown(props);
  return (
    <>
      {failure === null && (
        <TotalsStrip
          shown={summaryOf(analysis)}
          totals={totals}
          isCompared={context.search.compare !== null}
          busy={busy}
          figures={drillDown.figures}
        />
      )}
      {failure === null && rows?.length !== 0 && (
        <ReportChart
          analysis={analysis}
          context={context}
          rows={rows}
          busy={busy}
          onSelect={(row, metric) => openValue(drillDown, row, metric)}
        />
      )}
      <section className="tp-panel">
        <GeneralTable {...props} figures={drillDown.figures} actions={drillDown.actions} />
        {failure === null && (
          <ReportFoot
            report={report}
            rows={rows}
            counted={analysis.models === null ? null : context.counted}
            compared={context.compared}
            onOpenTotal={drillDown.openTotal}
          />
        )}
      </section>
      {drillDown.dialog}
    </>
  );
};
