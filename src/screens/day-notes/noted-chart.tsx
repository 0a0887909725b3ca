import { useMemo, type ComponentProps } from 'react';
import { Chart } from '../../components/chart/chart.tsx';
import type { ChartShape } from '../../components/chart/shape.ts';
import type { Days } from '../../components/days.ts';
import { useChartNotes } from './use-chart-notes.tsx';

interface Props extends Omit<ComponentProps<typeof Chart>, 'noteHandlers'> {
  /** The keys of its categories are those of the intervals. */
  readonly shape: ChartShape;
  readonly productId: number;
  /** The days of the whole chart. */
  readonly days: Days;
  /** The intervals of the report with their first and last day. */
  readonly intervals: readonly {
    readonly key: string;
    readonly from?: string | null;
    readonly to?: string | null;
  }[];
}

/** Chart over time with the notes on its days. */
export const NotedChart = ({ shape, productId, days, intervals, ...chart }: Props) => {
  const buckets = useMemo(() => {
    const known = new Map(intervals.map(interval => [interval.key, interval]));
    return (shape.keys ?? []).map(key => ({
      from: known.get(key)?.from ?? key,
      to: known.get(key)?.to ?? key,
    }));
  }, [shape, intervals]);
  const { notes, noteHandlers, elements } = useChartNotes(productId, days, buckets);
  const noted = useMemo(() => ({ ...shape, notes }), [shape, notes]);
  return (
    <>
      <Chart {...chart} shape={noted} noteHandlers={noteHandlers} />
      {elements}
    </>
  );
};
export default NotedChart;
