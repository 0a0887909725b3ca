import { useMemo } from 'react';
import type { AllocationReport } from '../../../analyses/allocation.ts';
import { useFormatter } from '../../../components/use-formatter.ts';
import { present } from '../../../resources/row.ts';
import { useMarked } from '../report/deleted-entries.ts';
import { useTranslate } from '../report/use-report.ts';
import { columnsOf, shapeOf, type Row } from './allocation-table.ts';

/** A budget is allocated to ads. */
const AXES = { axis: 'ad', by: null } as const;

/** The rows of the report with their adjustments as text, its totals, columns and chart. */
export const useAllocationTable = (report: AllocationReport | null) => {
  const translate = useTranslate();
  const show = useFormatter();
  const adjustedRows = useMemo(
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
  const rows = useMarked(adjustedRows, AXES, translate);
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
  const shape = useMemo(() => (rows === null ? null : shapeOf(rows, translate)), [rows, translate]);
  return { rows, totals, columns, shape };
};
