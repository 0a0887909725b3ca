import { useMemo, useState } from 'react';
import {
  adjustAll,
  ALLOCATION_MODES,
  allocation,
  readAdjustments,
  writeAdjustments,
  type Adjustment,
  type AllocationReport,
} from '../../../analyses/allocation.ts';
import type { RowAction } from '../../../components/grid/types.ts';
import { useFormatter } from '../../../components/use-formatter.ts';
import { useAddress, type RawSearch } from '../../../console/address.ts';
import { present } from '../../../resources/row.ts';
import '../../screens.css';
import { useReportQueryState } from '../../use-query.ts';
import { AdjustDialog } from '../allocation/adjust-dialog.tsx';
import { columnsOf, shapeOf, type Row } from '../allocation/allocation-table.ts';
import { BudgetPanel } from '../allocation/budget-panel.tsx';
import '../analysis.css';
import { logSearchOf } from '../drilldown/log-search.ts';
import { OwnReport } from '../report/own-report.tsx';
import { SelectedAdsBar } from '../drilldown/selected-ads-bar.tsx';
import { readAnalysisSearch } from '../search/read-search.ts';
import { useRowConversions } from '../drilldown/use-row-conversions.ts';
import { useDrill } from '../drilldown/use-log-links.ts';
import type { Navigate } from '../report/context.ts';
import { useTranslate } from '../report/use-report.ts';
import { useReportQuery, useReportContext } from '../report/use-context.ts';

const readFrame = readAnalysisSearch(allocation);
const read = (raw: RawSearch) => ({
  ...readFrame(raw),
  mode: ALLOCATION_MODES.find(mode => mode === raw['mode']) ?? null,
  pool: /^\d{1,12}$/.test(raw['pool'] ?? '') ? Number(raw['pool']) : null,
  adjust: writeAdjustments(readAdjustments(raw['adjust'] ?? '')),
});

/** The selected ads, and those in the dialog of adjustments. */
interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly adjusting: readonly string[];
}
const NOTHING: Selection = { selected: new Set(), adjusting: [] };

/** The rows of the report with their adjustments as text, its totals, columns and chart. */
const useAllocationTable = (report: AllocationReport | null) => {
  const translate = useTranslate();
  const show = useFormatter();
  const rows = useMemo(
    () =>
      report === null
        ? null
        : present(report.rows).map((row): Row => ({
            ...row,
            adjusted:
              row.adjustment === null
                ? ''
                : translate(`allocation.adjusted.${row.adjustment_unit}`, {
                    sign: row.adjustment > 0 ? '+' : '',
                    amount: row.adjustment_unit === 2 ? show('yen', row.adjustment) : String(row.adjustment),
                  }),
          })),
    [report, translate, show],
  );
  const totals = useMemo(
    (): Row | null =>
      report?.totals
        ? ({
            ...report.totals,
            key: 'total',
            label: '',
            share: null,
            adjustment_unit: null,
            adjustment: null,
            cv_per_yen: 0,
            amount_per_yen: 0,
            response_days: 0,
            response_basis: '',
            adjusted: '',
          } as Row)
        : null,
    [report],
  );
  const columns = useMemo(() => columnsOf(translate), [translate]);
  const shape = useMemo(
    () => (rows === null || report?.unallocated ? null : shapeOf(rows, translate)),
    [rows, report, translate],
  );
  return { rows, totals, columns, shape };
};

/** Adjusts the share of one ad or of the selected ones; the address holds the adjustments. */
const useAdjusting = (rows: readonly Row[] | null, adjust: string | undefined, go: Navigate) => {
  const translate = useTranslate();
  const [{ selected, adjusting }, set] = useState<Selection>(NOTHING);
  const adjustments = readAdjustments(adjust ?? '');
  const actions = useMemo(
    (): readonly RowAction<Row>[] => [
      {
        id: 'adjust',
        label: translate('allocation.adjust'),
        icon: 'edit',
        offered: row => row.allocated_cost !== null,
        run: row => set(before => ({ ...before, adjusting: [row.key] })),
      },
    ],
    [translate],
  );
  const shared = (rows ?? []).filter(({ allocated_cost: cost }) => cost !== null);
  const adjusted = shared.filter(({ key }) => adjusting.includes(key));
  const keys = shared.map(({ key }) => key).filter(key => selected.has(key));
  const apply = (ads: readonly string[], adjustment: Adjustment | null) => {
    set(NOTHING);
    go({ adjust: writeAdjustments(adjustAll(adjustments, ads, adjustment)) }, { replace: true });
  };
  const selection = shared.length > 0 && {
    selected: new Set(keys),
    onSelect: (next: ReadonlySet<string>) => set({ selected: next, adjusting: [] }),
    bar: (
      <SelectedAdsBar
        count={keys.length}
        adjusted={keys.some(key => adjustments.has(key))}
        onAdjust={() => set({ selected, adjusting: keys })}
        onUnadjust={() => apply(keys, null)}
        onClear={() => set(NOTHING)}
      />
    ),
  };
  const dialog = adjusted.length > 0 && (
    <AdjustDialog
      key={adjusting.join()}
      rows={adjusted}
      adjustment={adjusted.length === 1 ? adjustments.get(adjusting[0] ?? '') : undefined}
      onClose={() => set(before => ({ ...before, adjusting: [] }))}
      onSave={saved => apply(adjusting, saved)}
    />
  );
  return { actions, selection, dialog };
};

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
