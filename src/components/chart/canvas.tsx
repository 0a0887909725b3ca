import { useCallback, useMemo, useState, type KeyboardEvent, type RefObject } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { NumberFormat } from '../../resources/column.ts';
import { labelledText, listedText } from '../labelled-text.ts';
import { useFormatter } from '../use-formatter.ts';
import { optionOf } from './option.ts';
import type { AxisRange } from './note-badges.ts';
import { NoteRail } from './note-rail.tsx';
import { isUnfinished, linesOf, notesOf, type ChartShape, type Line, type NoteHandlers } from './shape.ts';
import { stepOfKey } from './step.ts';
import type { Drawing } from './echarts.ts';
import { useDrawing, type SelectPoint, type Place } from './use-drawing.ts';

interface Props {
  readonly shape: ChartShape;
  readonly patterns: boolean;
  readonly onSelect?: SelectPoint;
  /** Of a chart with notes on days. */
  readonly noteHandlers?: NoteHandlers | undefined;
}

/** Formatter of axis labels in compact notation (1.2M); the same function until the language changes. */
const useBriefNumber = (format: NumberFormat): ((value: number) => string) => {
  const { locale } = useIntl();
  return useMemo(() => {
    const digits = new Intl.NumberFormat(locale, {
      notation: 'compact',
      maximumFractionDigits: 1,
      useGrouping: 'always',
    });
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
    return value => (format === 'percent' ? percent : digits).format(value);
  }, [locale, format]);
};

/** Texts of notes with the label that names them. */
const noteText = (texts: string, intl: IntlShape): string =>
  labelledText(intl.formatMessage({ id: 'chart.notes' }), texts, intl);

interface ValueStatusProps {
  readonly shape: ChartShape;
  readonly at: number;
  readonly continuationText: (category: string) => string;
}

/** Live region with the values of the category that the arrow keys selected. */
const ValueStatus = ({ shape, at, continuationText }: ValueStatusProps) => {
  const format = useFormatter();
  const intl = useIntl();
  const notes = notesOf(shape, at);
  const category = shape.categories[at];
  const named = category !== undefined && isUnfinished(shape, at) ? continuationText(category) : category;
  return (
    <span className="visually-hidden" role="status">
      {named !== undefined &&
        labelledText(
          named,
          listedText(
            [
              ...shape.series.map(
                ({ name, values, format: own }) => `${name} ${format(own ?? shape.format, values[at])}`,
              ),
              ...(notes.length > 0 ? [noteText(notes.join(' / '), intl)] : []),
            ],
            intl,
          ),
          intl,
        )}
    </span>
  );
};

/** The accessible name of a chart. */
const useDescription = ({ title, axis, categories, series }: ChartShape): string => {
  const intl = useIntl();
  return intl.formatMessage(
    { id: 'chart.description' },
    {
      title,
      axis,
      count: categories.length,
      series: listedText(
        series.map(({ name }) => name),
        intl,
      ),
    },
  );
};

/** Options of the drawing at a place; the same function until the shape or the language changes. */
const useOption = (
  { shape, patterns }: Props,
  description: string,
  continuationText: (name: string) => string,
) => {
  const formatValue = useFormatter();
  const intl = useIntl();
  const brief = useBriefNumber(shape.format);
  return useCallback(
    (place: Place) =>
      optionOf(shape, {
        ...place,
        formatValue,
        brief,
        patterns,
        description,
        noteText: text => noteText(text, intl),
        continuationText,
      }),
    [shape, formatValue, brief, patterns, description, intl, continuationText],
  );
};

/** The range of the categories of a drawn line chart, for the notes below its axis; null: not drawn yet. */
const useAxisRange = (count: number) => {
  const [range, setRange] = useState<AxisRange | null>(null);
  const measure = (drawing: Drawing): void => {
    const at = (index: number): number => drawing.convertToPixel({ xAxisIndex: 0 }, index) as number;
    const [first, last] = [at(0), at(Math.max(0, count - 1))];
    setRange(before =>
      before?.first === first && before.last === last && before.count === count
        ? before
        : { first, last, count },
    );
  };
  return { range, measure };
};

interface ValueSteps {
  readonly at: number;
  readonly setAt: (at: number) => void;
  readonly lines: readonly Line[];
  readonly drawing: RefObject<Drawing | null>;
}

/** Moves through the categories with the arrow keys; Enter opens the drill-down of the selected one. */
const useValueSteps = ({ shape, onSelect }: Props, { at, setAt, lines, drawing }: ValueSteps) => {
  const showValue = (next: number): void => {
    setAt(next);
    drawing.current?.dispatchAction({
      type: 'showTip',
      seriesIndex: Math.max(
        0,
        lines.findIndex(({ series, values }) => series === 0 && values[next] !== null),
      ),
      dataIndex: next,
    });
  };
  const hideValue = (): void => drawing.current?.dispatchAction({ type: 'hideTip' });
  const walk = (event: KeyboardEvent): void => {
    const next = stepOfKey(event, at, shape.categories.length);
    if (event.key === 'Escape') hideValue();
    if (event.key === 'Enter' && at >= 0 && onSelect !== undefined) {
      event.preventDefault();
      onSelect(at, 0);
    }
    if (next === null) return;
    event.preventDefault();
    showValue(next);
  };
  return { walk, hideValue };
};

/**
 * The drawn chart. It is redrawn when its box, the theme or the shape changes; the arrow keys move through its
 * categories.
 */
const Canvas = (props: Props) => {
  const { shape, onSelect, noteHandlers } = props;
  const intl = useIntl();
  const description = useDescription(shape);
  const [at, setAt] = useState(-1);
  const continuationText = useCallback(
    (name: string) => intl.formatMessage({ id: 'chart.goes_on' }, { name }),
    [intl],
  );
  const option = useOption(props, description, continuationText);
  const lines = useMemo(() => linesOf(shape), [shape]);
  const { range, measure } = useAxisRange(shape.categories.length);
  const { box, drawing } = useDrawing(
    option,
    onSelect && ((index, series) => onSelect(index, lines[series]?.series ?? series)),
    noteHandlers && measure,
  );

  const { walk, hideValue } = useValueSteps(props, { at, setAt, lines, drawing });
  return (
    <>
      <div className="tp-canvas-place">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys move through its values */}
        <div
          ref={box}
          className="tp-canvas"
          role="img"
          aria-label={description}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move through its values
          tabIndex={0}
          onKeyDown={walk}
          onBlur={hideValue}
        />
        {noteHandlers !== undefined && range !== null && (
          <NoteRail shape={shape} range={range} handlers={noteHandlers} />
        )}
      </div>
      {lines.some(({ tail }) => tail) && (
        <p className="tp-chart-tail">
          <FormattedMessage id="chart.tail" />
        </p>
      )}
      <ValueStatus shape={shape} at={at} continuationText={continuationText} />
    </>
  );
};
export default Canvas;
