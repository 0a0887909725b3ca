import {
  ALLOCATION_MODES,
  allocation,
  readAdjustments,
  writeAdjustments,
} from '../../../analyses/allocation.ts';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import '../../screens.css';
import { useReportQueryState } from '../../use-query.ts';
import type { Row } from '../allocation/allocation-table.ts';
import { BudgetPanel } from '../allocation/budget-panel.tsx';
import { useAdjusting } from '../allocation/use-adjusting.tsx';
import { useAllocationTable } from '../allocation/use-allocation-table.ts';
import '../analysis.css';
import { logSearchOf } from '../drilldown/log-search.ts';
import { OwnReport } from '../report/own-report.tsx';
import { readAnalysisSearch } from '../search/read-search.ts';
import { useRowConversions } from '../drilldown/use-row-conversions.ts';
import { useDrill } from '../drilldown/use-log-links.ts';
import { useReportQuery, useReportContext } from '../report/use-context.ts';

const readFrame = readAnalysisSearch(allocation);
const read = (raw: RawSearch) => ({
  ...readFrame(raw),
  mode: ALLOCATION_MODES.find(mode => mode === raw['mode']) ?? null,
  pool: /^\d{1,12}$/.test(raw['pool'] ?? '') ? Number(raw['pool']) : null,
  adjust: writeAdjustments(readAdjustments(raw['adjust'] ?? '')),
});

/** /analyze/allocation: a budget allocated to the ads, manual adjustments, and the estimated results. */
export const Screen = () => {
  const [search, go] = useAddress(read);
  const {
    parameters: { product_id, from, to, model, where },
  } = useReportQuery(allocation, search);
  const { mode, pool, adjust } = search;
  const counted = {
    product_id,
    from,
    to,
    ...(model !== undefined && { model }),
    ...(where !== undefined && { where }),
  };
  const parameters = {
    ...counted,
    ...(mode !== null && { mode: Number(mode) }),
    ...(pool !== null && { pool }),
    ...(adjust !== undefined && { adjust }),
  };
  const query = useReportQueryState(allocation.operation, parameters);
  const report = query.answer?.report ?? null;
  const context = useReportContext(allocation, search, go, report?.rules?.model ?? null);
  const { rows, totals, columns, shape } = useAllocationTable(report);
  const adjusting = useAdjusting(rows, adjust, go);
  const drillDown = useRowConversions({
    parameters: counted,
    rows,
    totals,
    watermark: report?.watermark ?? null,
    contactsOf: row => logSearchOf(allocation, row, search, context.days),
  });
  const drill = useDrill<Row>({ analysis: allocation, search, days: context.days, productId: product_id });
  return (
    <>
      <OwnReport
        analysis={allocation}
        context={context}
        query={query}
        report={report}
        file={{ path: allocation.path, parameters }}
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
      {drillDown.dialog}
      {adjusting.dialog}
    </>
  );
};
