/** Colours and font of the theme, read from the CSS tokens because ECharts does not resolve CSS variables. */
export interface ChartColours {
  readonly text: string;
  readonly quiet: string;
  readonly line: string;
  readonly ground: string;
  readonly series: readonly string[];
  readonly font: string;
}

/** Colours of series; they differ in lightness as well as in hue. */
const SERIES = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5', '--chart-6', '--chart-7'];

export const lookOf = (element: Element): ChartColours => {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: token('--ink'),
    quiet: token('--ink-soft'),
    line: token('--line'),
    ground: token('--raised'),
    series: SERIES.map(token),
    font: style.fontFamily,
  };
};
