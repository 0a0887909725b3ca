import { lazy, Suspense, useReducer, useRef, type CSSProperties } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Icon } from '../icon.tsx';
import '../states.css';
import './chart.css';
import type { ChartShape, FlowShape, NoteHandlers } from './shape.ts';

/** Loads the drawing before its chart is rendered. */
export const loadCanvas = () => import('./canvas.tsx');
const Canvas = lazy(loadCanvas);
const Flow = lazy(() => import('./flow.tsx'));
const LazyTable = lazy(() => import('./data-table.tsx'));
const Saving = lazy(() => import('./saving.tsx'));

const LINE_HEIGHT = 260;
/** Height of a bar, and the gap between categories, in pixels; grouped bars share one gap. */
const BAR = 10;
const PADDING_PX = 12;
/** Minimum height of a category in pixels whose label takes three lines on a narrow screen. */
const NAME = 46;
/** Height per node in pixels, in the step that has most nodes. */
const STOP = 42;
/** Height of the bars of a chart in pixels. */
const barsHeight = (kind: string, categories: number, series: number, least: number): number =>
  Math.max(
    140,
    64 + categories * Math.max(least, PADDING_PX + BAR * (kind === 'bars' ? Math.max(series, 1) : 1.8)),
  );
const heightOf = (shape: ChartShape | FlowShape, least = 0): number => {
  if (shape.kind === 'line') return LINE_HEIGHT;
  if (shape.kind === 'flow') {
    const steps = new Map<number, number>();
    for (const { step } of shape.nodes) steps.set(step, (steps.get(step) ?? 0) + 1);
    return Math.max(280, 32 + STOP * Math.max(0, ...steps.values()));
  }
  return barsHeight(shape.kind, shape.categories.length, shape.series.length, least);
};

/** Heights for the style sheet, in pixels; the second one for narrow screens. */
const heightsOf = (height: number, narrow: number) =>
  ({ '--tp-chart-height': `${height}px`, '--tp-chart-narrow': `${narrow}px` }) as CSSProperties;

interface State {
  readonly asTable: boolean;
  readonly patterns: boolean;
}

/** `note` is the line below the title of a saved picture: the period and the product. */
interface Props {
  readonly shape: ChartShape | FlowShape;
  readonly note?: string;
  /**
   * Opens the drill-down of a value by the index of its category and series, or of a flow by the index of its
   * link.
   */
  readonly onSelect?: (index: number, series: number) => void;
  /** Of a chart over time with notes on days. */
  readonly noteHandlers?: NoteHandlers | undefined;
}

/** Placeholder of the drawing while its code loads. */
const LoadingCanvas = () => (
  <div
    className="tp-canvas tp-canvas-awaited"
    role="status"
    aria-label={useIntl().formatMessage({ id: 'state.loading' })}
  >
    <span />
  </div>
);

interface AwaitedProps {
  readonly kind: ChartShape['kind'];
  /** Expected number of categories and of series. */
  readonly categories: number;
  readonly series: number;
  /** False: nothing loads before the user comes near, so nothing is announced and moves. */
  readonly isLoading?: boolean;
}

/** Placeholder of a chart while its values load, as high as the chart. */
export const AwaitedChart = ({ kind, categories, series, isLoading = true }: AwaitedProps) => {
  const height = (least: number) =>
    kind === 'line' ? LINE_HEIGHT : barsHeight(kind, categories, series, least);
  return (
    <figure className="tp-chart" style={heightsOf(height(0), height(NAME))}>
      <figcaption />
      {isLoading ? <LoadingCanvas /> : <div className="tp-canvas" />}
    </figure>
  );
};

interface PictureProps extends Pick<Props, 'onSelect' | 'noteHandlers'> {
  readonly shape: ChartShape | FlowShape;
  readonly patterns: boolean;
}

const Picture = ({ shape, patterns, noteHandlers, ...handlers }: PictureProps) =>
  shape.kind === 'flow' ? (
    <Flow shape={shape} {...handlers} />
  ) : (
    <Canvas shape={shape} patterns={patterns} noteHandlers={noteHandlers} {...handlers} />
  );

/**
 * Chart with its data table: one button shows the same numbers as rows, another adds patterns to the colours
 * for readers who cannot distinguish them. The drawing library loads with the first chart, after the page's
 * figures.
 */
export const Chart = ({ shape, note = '', ...handlers }: Props) => {
  const box = useRef<HTMLDivElement>(null);
  const [state, set] = useReducer((before: State, part: Partial<State>): State => ({ ...before, ...part }), {
    asTable: false,
    patterns: false,
  });
  return (
    <figure className="tp-chart" style={heightsOf(heightOf(shape), heightOf(shape, NAME))}>
      <figcaption>
        <span>{shape.title}</span>
        <span className="tp-chart-tools">
          {handlers.noteHandlers !== undefined && (
            <button type="button" onClick={() => handlers.noteHandlers?.onAdd(null)}>
              <Icon name="note" />
              <FormattedMessage id="chart.add_note" />
            </button>
          )}
          {!state.asTable && shape.kind !== 'flow' && shape.series.length > 1 && (
            <button
              type="button"
              aria-pressed={state.patterns}
              onClick={() => set({ patterns: !state.patterns })}
            >
              <FormattedMessage id="chart.patterns" />
            </button>
          )}
          {!state.asTable && (
            <Suspense>
              <Saving title={shape.title} note={note} box={box} />
            </Suspense>
          )}
          <button type="button" aria-pressed={state.asTable} onClick={() => set({ asTable: !state.asTable })}>
            <Icon name={state.asTable ? 'chart' : 'table'} />
            <FormattedMessage id="chart.as_table" />
          </button>
        </span>
      </figcaption>
      {state.asTable ? (
        <Suspense fallback={<LoadingCanvas />}>
          <LazyTable shape={shape} />
        </Suspense>
      ) : (
        <div ref={box}>
          <Suspense fallback={<LoadingCanvas />}>
            <Picture shape={shape} patterns={state.patterns} {...handlers} />
          </Suspense>
        </div>
      )}
    </figure>
  );
};
