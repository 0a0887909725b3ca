import { allocation } from '../../../analyses/allocation.ts';
import type { Row } from '../allocation/allocation-table.ts';
import { BudgetPanel } from '../allocation/budget-panel.tsx';
import { useAdjusting } from '../allocation/use-adjusting.tsx';
import { useAllocationTable } from '../allocation/use-allocation-table.ts';
import { logSearchOf } from '../drilldown/log-search.ts';
import { useDrill } from '../drilldown/use-log-links.ts';
import { useRowConversions } from '../drilldown/use-row-conversions.ts';
import { AnalysisFrame } from '../report/analysis-frame.tsx';
import { OwnReport } from '../report/own-report.tsx';
import { useOwnReport } from '../report/use-own-report.ts';

/** /analyze/allocation: a budget allocated to the ads, manual adjustments, and the estimated results. */
export const Screen = () => {
  const shown = useOwnReport(allocation);
  const { context, report, go, shared } = shown;
  const { mode, pool, adjust } = shown.own;
  const { rows, totals, columns, shape } = useAllocationTable(report);
  const adjusting = useAdjusting(rows, adjust, go);
  const drillDown = useRowConversions({
    parameters: shared,
    rows,
    totals,
    watermark: report?.watermark ?? null,
    contactsOf: row => logSearchOf(allocation, row, context.search, context.days),
  });
  const drill = useDrill<Row>({
    analysis: allocation,
    search: context.search,
    days: context.days,
    productId: shared.product_id,
  });
  return (
    <>
      <AnalysisFrame analysis={allocation}>
        <OwnReport
          shown={shown}
          columns={columns}
          rows={rows}
          totals={totals}
          chart={{ kind: 'items', categories: allocation.chart.top, series: 2 }}
          shape={shape}
          actions={[...adjusting.actions, ...drillDown.actions, ...drill]}
          drillDown={drillDown.figures}
          {...(adjusting.selection && { selection: adjusting.selection })}
        >
          <BudgetPanel mode={mode} pool={pool} go={go} report={report} />
        </OwnReport>
      </AnalysisFrame>
      {drillDown.dialog}
      {adjusting.dialog}
    </>
  );
};
