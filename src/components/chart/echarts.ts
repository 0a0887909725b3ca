import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsCoreOption, type EChartsType } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

// Only what our three kinds of chart need; this file is a chunk of its own, loaded after the table is on the
// screen.
use([BarChart, LineChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);

export type EChartsOption = EChartsCoreOption;
export type Drawing = EChartsType;

/** Starts a drawing in an element that has a size. */
export const draw = (element: HTMLElement): Drawing => init(element, null, { renderer: 'svg' });
