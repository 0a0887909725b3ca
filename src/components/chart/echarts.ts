import { BarChart, LineChart } from 'echarts/charts';
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { init, use, type EChartsCoreOption, type EChartsType } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

// Only the modules that the three kinds of charts need. This file is a chunk of its own, loaded after the
// table has been rendered.
use([BarChart, LineChart, AriaComponent, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);

export type EChartsOption = EChartsCoreOption;
export type Drawing = EChartsType;

/** Creates an SVG chart in an element, which must already have a size. */
export const draw = (element: HTMLElement): Drawing => init(element, null, { renderer: 'svg' });
