import { useCallback, useMemo, useState, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useFormatter } from '../use-formatter.ts';
import { optionOf } from './option.ts';
import { isUnfinished, linesOf, type ChartShape } from './shape.ts';
import { stepTo } from './step.ts';
import { useDrawing, type Pick, type Place } from './use-drawing.ts';

interface Props {
  readonly shape: ChartShape;
  readonly description: string;
  readonly patterns: boolean;
  readonly onPick?: Pick;
}

/**
 * The picture. It follows its box, the theme and the shape; what it shows is told in words by `description`,
 * and value by value as the arrow keys walk along.
 */
const Canvas = ({ shape, description, patterns, onPick }: Props) => {
  const intl = useIntl();
  const format = useFormatter();
  const [at, setAt] = useState(-1);
  const brief = useMemo(() => {
    const digits = new Intl.NumberFormat(intl.locale, {
      notation: 'compact',
      maximumFractionDigits: 1,
      useGrouping: 'always',
    });
    const percent = new Intl.NumberFormat(intl.locale, { style: 'percent', maximumFractionDigits: 1 });
    return (value: number) => (shape.format === 'percent' ? percent : digits).format(value);
  }, [intl.locale, shape.format]);
  const goesOn = useCallback((name: string) => intl.formatMessage({ id: 'chart.goes_on' }, { name }), [intl]);
  const option = useCallback(
    (place: Place) => optionOf(shape, { ...place, say: format, brief, patterns, description, goesOn }),
    [shape, format, brief, patterns, description, goesOn],
  );
  const lines = useMemo(() => linesOf(shape), [shape]);
  const { box, drawing } = useDrawing(
    option,
    onPick && ((index, series) => onPick(index, lines[series]?.series ?? series)),
  );

  const walk = (event: KeyboardEvent): void => {
    const next =
      event.ctrlKey || event.metaKey || event.altKey ? null : stepTo(event.key, at, shape.categories.length);
    if (event.key === 'Escape') drawing.current?.dispatchAction({ type: 'hideTip' });
    if (event.key === 'Enter' && at >= 0 && onPick !== undefined) {
      event.preventDefault();
      onPick(at, 0);
    }
    if (next === null) return;
    event.preventDefault();
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
  const category = shape.categories[at];
  const named = category !== undefined && isUnfinished(shape, at) ? goesOn(category) : category;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys read it value by value */}
      <div
        ref={box}
        className="tp-canvas"
        role="img"
        aria-label={description}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys read it value by value
        tabIndex={0}
        onKeyDown={walk}
        onBlur={() => drawing.current?.dispatchAction({ type: 'hideTip' })}
      />
      {lines.some(({ tail }) => tail) && (
        <p className="tp-chart-tail">
          <FormattedMessage id="chart.tail" />
        </p>
      )}
      <span className="visually-hidden" role="status">
        {named !== undefined &&
          `${named}: ${shape.series.map(({ name, values, format: own }) => `${name} ${format(own ?? shape.format, values[at])}`).join(', ')}`}
      </span>
    </>
  );
};
export default Canvas;
