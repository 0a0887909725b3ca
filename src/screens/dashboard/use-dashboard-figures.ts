import type { ReactNode } from 'react';
import type { SeriesReport, SummaryRow } from '../../analyses/dashboard.ts';
import { metrics, type MetricKey } from '../../analyses/metrics.ts';
import type { Days } from '../../components/days.ts';
import { date } from '../../components/formats.ts';
import type { DrillDown } from '../../components/grid/types.ts';
import { present } from '../../resources/row.ts';
import { logSearchOf } from '../analysis/drilldown/log-search.ts';
import { choicesOf, isFigure } from '../analysis/drilldown/use-figure-conversions.tsx';
import {
  TOTAL,
  useFigures,
  useSelectedFigure,
  type DrillDownDialog,
} from '../analysis/drilldown/use-selected-figure.tsx';
import type { SelectedFigure } from '../analysis/drilldown/selected-figure.ts';

const OVER = { chart: { over: 'items' } } as const;
const BY_AD = { axis: 'ad', by: null, evaluation: '0', conditions: [] } as const;

interface DrillDownOptions {
  readonly productId: number;
  readonly days: Days;
  /** Row label of the totals. */
  readonly label: string;
  readonly series: SeriesReport | null;
  readonly ads: { readonly rows: readonly SummaryRow[]; readonly watermark: string } | null;
}

interface DashboardDrillDown {
  /** Opens the drill-down of the totals, or of a day by its key; null: the user may not see conversions. */
  readonly open: DrillDownDialog['open'];
  /** Drill-down of the ads' figures. */
  readonly figures: DrillDown<SummaryRow> | null;
  readonly dialog: ReactNode;
}

type Figure = Pick<SelectedFigure, 'label' | 'watermark' | 'contacts' | 'periods'> & {
  readonly row: object;
  readonly key: string;
  readonly days: Days;
};

/** The totals of the period, or of the comparison period. */
const totalFigure = ({ series, days, label }: DrillDownOptions, compared: boolean): Figure | null => {
  const { totals = null, previous: before = null } = series ?? {};
  const [row, of] = compared ? [before, before] : [totals, days];
  return row === null || of === null || series === null
    ? null
    : {
        row,
        key: TOTAL,
        days: of,
        label,
        watermark: series.watermark,
        contacts: logSearchOf(OVER, null, BY_AD, of),
        periods: before && { now: days, before: { from: before.from, to: before.to } },
      };
};

const dayFigure = ({ series }: DrillDownOptions, key: string): Figure | null => {
  const day = present(series?.rows).find(row => row.key === key);
  return day === undefined || series === null
    ? null
    : {
        row: day,
        key: TOTAL,
        days: day,
        label: date(day.label),
        watermark: series.watermark,
        contacts: logSearchOf(OVER, null, BY_AD, day),
        periods: null,
      };
};

const figureOfAd = ({ ads, days }: DrillDownOptions, key: string): Figure | null => {
  const ad = ads?.rows.find(row => row.key === key);
  return ad === undefined || ads === null
    ? null
    : {
        row: ad,
        key,
        days,
        label: ad.label,
        watermark: ads.watermark,
        contacts: logSearchOf(OVER, ad, BY_AD, days),
        periods: null,
      };
};

/** Drill-down of the dashboard's figures: totals, single days and ads. */
export const useDashboardFigures = (options: DrillDownOptions): DashboardDrillDown => {
  const find = (key: string, field: string | null, compared: boolean): SelectedFigure | null => {
    if (field === null || !Object.hasOwn(metrics, field)) return null;
    const metric = field as MetricKey;
    const figure =
      key === TOTAL ? totalFigure(options, compared) : (dayFigure(options, key) ?? figureOfAd(options, key));
    if (figure === null) return null;
    const {
      row,
      key: of,
      days: { from, to },
      ...rest
    } = figure;
    const value: unknown = (row as Readonly<Record<string, unknown>>)[metric];
    return {
      ...rest,
      metric,
      value: typeof value === 'number' ? value : null,
      query: { product_id: options.productId, from, to, key: of },
      choices: choicesOf(row),
    };
  };
  const { open, dialog } = useSelectedFigure(find);
  return { open, figures: useFigures(open, isFigure), dialog };
};
