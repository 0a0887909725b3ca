import { lazy, Suspense, useReducer, type CSSProperties } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Icon } from '../icon.tsx';
import { useFormatter } from '../use-formatter.ts';
import './chart.css';
import type { ChartShape } from './shape.ts';

const Canvas = lazy(() => import('./canvas.tsx'));

const LINE_HEIGHT = 260;
/** A bar with the air around it; bars side by side share the air. */
const BAR = 10;
const AIR = 12;
const heightOf = ({ kind, categories, series }: ChartShape): number =>
  (kind === 'line' ? LINE_HEIGHT : Math.max(140, 64 + categories.length * (AIR + BAR * (kind === 'bars' ? Math.max(series.length, 1) : 1.4))));

interface State { readonly asTable: boolean; readonly patterns: boolean }

/**
 * A chart that is also a table: the same numbers, one button away, and patterns beside the colours for who cannot tell them apart. The drawing library is
 * loaded when the first chart is drawn, after the page's figures.
 */
export const Chart = ({ shape }: { readonly shape: ChartShape }) => {
  const intl = useIntl();
  const [state, set] = useReducer((before: State, part: Partial<State>): State => ({ ...before, ...part }), { asTable: false, patterns: false });
  const description = intl.formatMessage({ id: 'chart.description' }, {
    title: shape.title, axis: shape.axis, count: shape.categories.length, series: shape.series.map(series => series.name).join(', '),
  });
  return (
    <figure className="tp-chart" style={{ '--tp-chart-height': `${heightOf(shape)}px` } as CSSProperties}>
      <figcaption>
        <span>{shape.title}</span>
        <span className="tp-chart-tools">
          {!state.asTable && shape.series.length > 1 && (
            <button type="button" aria-pressed={state.patterns} onClick={() => set({ patterns: !state.patterns })}><FormattedMessage id="chart.patterns" /></button>
          )}
          <button type="button" aria-pressed={state.asTable} onClick={() => set({ asTable: !state.asTable })}>
            <Icon name={state.asTable ? 'chart' : 'table'} />
            <FormattedMessage id="chart.as_table" />
          </button>
        </span>
      </figcaption>
      {state.asTable
        ? <Twin shape={shape} />
        : <Suspense fallback={<div className="tp-canvas" />}><Canvas shape={shape} description={description} patterns={state.patterns} /></Suspense>}
    </figure>
  );
};

/** The chart's numbers, every one of them. */
const Twin = ({ shape }: { readonly shape: ChartShape }) => {
  const format = useFormatter();
  return (
    // Scrolled by the keyboard too, hence the tab stop.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="tp-twin" tabIndex={0} role="region" aria-label={shape.title}>
      <table>
        <thead><tr><th scope="col">{shape.axis}</th>{shape.series.map(series => <th key={series.name} scope="col">{series.name}</th>)}</tr></thead>
        <tbody>
          {shape.categories.map((category, index) => (
            <tr key={`${index}:${category}`}>
              <th scope="row">{category}</th>
              {shape.series.map(series => <td key={series.name}>{format(series.format ?? shape.format, series.values[index])}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
