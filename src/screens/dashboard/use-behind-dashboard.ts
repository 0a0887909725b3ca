import type { ReactNode } from 'react';
import type { SeriesReport, SummaryRow } from '../../analyses/dashboard.ts';
import { metrics, type MetricKey } from '../../analyses/metrics.ts';
import type { Days } from '../../components/days.ts';
import { date } from '../../components/formats.ts';
import type { DrillDown } from '../../components/grid/types.ts';
import { present } from '../../resources/row.ts';
import { logSearchOf } from '../analysis/drilldown/drill-address.ts';
import { choicesOf, isFigure } from '../analysis/drilldown/use-figure-conversions.tsx';
import {
  TOTAL,
  useFigures,
  useLooking,
  type DrillDownDialog,
} from '../analysis/drilldown/use-selected-figure.tsx';
import type { SelectedFigure } from '../credit/selected-figure.ts';

const OVER = { chart: { over: 'items' } } as const;
const BY_AD = { axis: 'ad', by: null, evaluation: '0', conditions: [] } as const;

interface DrillDownOptions {
  readonly productId: number;
  readonly days: Days;
  /** What all of them together are called. */
  readonly label: string;
  readonly series: SeriesReport | null;
  readonly ads: { readonly rows: readonly SummaryRow[]; readonly watermark: string } | null;
}

interface DashboardDrillDown {
  /** From a figure of all days, or of one by its key; null: one may not see conversions. */
  readonly open: DrillDownDialog['open'];
  /** From those of ads. */
  readonly figures: DrillDown<SummaryRow> | null;
  readonly dialog: ReactNode;
}

/**
 * From the figures of the dashboard to the conversions behind them: of all days together, of one day, and of
 * an ad.
 */
export const useBehindDashboard = ({
  productId,
  days,
  label,
  series,
  ads,
}: DrillDownOptions): DashboardDrillDown => {
  const toldOf = (
    row: object,
    metric: MetricKey,
    common: Pick<SelectedFigure, 'label' | 'watermark' | 'contacts' | 'periods'> & {
      readonly key: string;
      readonly days: Days;
    },
  ): SelectedFigure => {
    const {
      key,
      days: { from, to },
      ...rest
    } = common;
    const value: unknown = (row as Readonly<Record<string, unknown>>)[metric];
    return {
      ...rest,
      metric,
      value: typeof value === 'number' ? value : null,
      question: { product_id: productId, from, to, key },
      choices: choicesOf(row),
    };
  };
  const find = (key: string, field: string | null, compared: boolean): SelectedFigure | null => {
    if (field === null || !Object.hasOwn(metrics, field)) return null;
    const metric = field as MetricKey;
    const [totals, before] = [series?.totals ?? null, series?.previous ?? null];
    if (key === TOTAL) {
      const [row, of] = compared ? [before, before] : [totals, days];
      const periods = before === null ? null : { now: days, before: { from: before.from, to: before.to } };
      return row === null || of === null || series === null
        ? null
        : toldOf(row, metric, {
            key,
            days: of,
            label,
            watermark: series.watermark,
            contacts: logSearchOf(OVER, null, BY_AD, of),
            periods,
          });
    }
    const day = present(series?.rows).find(row => row.key === key);
    if (day !== undefined && series !== null) {
      return toldOf(day, metric, {
        key: TOTAL,
        days: day,
        label: date(day.label),
        watermark: series.watermark,
        contacts: logSearchOf(OVER, null, BY_AD, day),
        periods: null,
      });
    }
    const ad = ads?.rows.find(row => row.key === key);
    return ad === undefined || ads === null
      ? null
      : toldOf(ad, metric, {
          key,
          days,
          label: ad.label,
          watermark: ads.watermark,
          contacts: logSearchOf(OVER, ad, BY_AD, days),
          periods: null,
        });
  };
  const { open, dialog } = useLooking(find);
  return { open, figures: useFigures(open, isFigure), dialog };
};
