import { lazy, Suspense, type ComponentProps } from 'react';
import { AwaitedChart, loadCanvas } from '../../components/chart/chart.tsx';
import type { NotedChart as Noted } from './noted-chart.tsx';

/** A chunk of its own, which loads together with the drawing. */
const NotedChart = lazy(() => {
  void Promise.allSettled([loadCanvas()]);
  return import('./noted-chart.tsx');
});

/** Place of a chart over time with the notes on its days. */
export const NotedChartPlace = (props: ComponentProps<typeof Noted>) => (
  <Suspense fallback={<AwaitedChart kind="line" categories={0} series={props.shape.series.length} />}>
    <NotedChart {...props} />
  </Suspense>
);
