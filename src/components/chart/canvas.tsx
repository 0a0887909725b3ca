import { useEffect, useMemo, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useFormatter } from '../use-formatter.ts';
import { draw, type Drawing } from './echarts.ts';
import { lookOf } from './look.ts';
import { optionOf } from './option.ts';
import type { ChartShape } from './shape.ts';

interface Props {
  readonly shape: ChartShape;
  readonly description: string;
  readonly patterns: boolean;
}

const STILL = '(prefers-reduced-motion: reduce)';

/** The picture. It follows its box, the theme and the shape; what it shows is told in words by `description`. */
const Canvas = ({ shape, description, patterns }: Props) => {
  const intl = useIntl();
  const format = useFormatter();
  const box = useRef<HTMLDivElement>(null);
  const brief = useMemo(() => {
    const digits = new Intl.NumberFormat(intl.locale, { notation: 'compact', maximumFractionDigits: 1 });
    const percent = new Intl.NumberFormat(intl.locale, { style: 'percent', maximumFractionDigits: 1 });
    return (value: number) => (shape.format === 'percent' ? percent : digits).format(value);
  }, [intl.locale, shape.format]);

  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const drawing: Drawing = draw(element);
    const show = () => drawing.setOption(optionOf(shape, {
      look: lookOf(element), say: format, brief, patterns, description,
      still: matchMedia(STILL).matches, narrow: element.clientWidth < 560,
    }), { notMerge: true });
    show();
    const sized = new ResizeObserver(() => { drawing.resize(); show(); });
    sized.observe(element);
    const themed = new MutationObserver(show);
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['class', 'style', 'data-theme', 'data-skin'] });
    return () => {
      sized.disconnect();
      themed.disconnect();
      drawing.dispose();
    };
  }, [shape, description, patterns, format, brief]);

  return <div ref={box} className="tp-canvas" role="img" aria-label={description} />;
};
export default Canvas;
