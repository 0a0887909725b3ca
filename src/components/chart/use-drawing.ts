import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { draw, type Drawing, type EChartsOption } from './echarts.ts';
import { lookOf, type ChartColours } from './look.ts';

/** Properties of the page and the box on which a drawing depends; `width` in pixels. */
export interface Place {
  readonly look: ChartColours;
  readonly still: boolean;
  readonly narrow: boolean;
  readonly width: number;
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
const NARROW_BELOW_PX = 560;

/**
 * Handler of a click on a value: index of the category and of the series; in a Sankey diagram `of` is `node`
 * or `edge`.
 */
export type SelectPoint = (index: number, series: number, of?: string) => void;

/**
 * Draws a chart into a box, and redraws it when the box, the theme or the option changes.
 * @param optionOf must be the same function until the chart changes
 * @param onDrawn called after each drawing, when positions of values are known
 */
export const useDrawing = (
  optionOf: (place: Place) => EChartsOption,
  onSelect?: SelectPoint,
  onDrawn?: (drawing: Drawing) => void,
): { readonly box: RefObject<HTMLDivElement | null>; readonly drawing: RefObject<Drawing | null> } => {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawing>(null);
  const handleClick = useEffectEvent(
    (point: { readonly dataIndex?: number; readonly seriesIndex?: number; readonly dataType?: string }) =>
      onSelect?.(point.dataIndex ?? -1, point.seriesIndex ?? 0, point.dataType),
  );
  const handleDrawn = useEffectEvent((drawing: Drawing) => onDrawn?.(drawing));
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const drawing = draw(element);
    drawn.current = drawing;
    drawing.on('click', point => handleClick(point));
    const show = (still = matchMedia(REDUCED_MOTION).matches) => {
      drawing.setOption(
        optionOf({
          look: lookOf(element),
          still,
          narrow: element.clientWidth < NARROW_BELOW_PX,
          width: element.clientWidth,
        }),
        { notMerge: true },
      );
      handleDrawn(drawing);
    };
    show();
    // The observer also reports the size at the start, for which the chart is drawn already.
    const sized = new ResizeObserver(() => {
      if (drawing.getWidth() === element.clientWidth && drawing.getHeight() === element.clientHeight) return;
      drawing.resize();
      show();
    });
    sized.observe(element);
    // Synchronous and without animation, since print and saved pictures, which switch to the light theme, do
    // not wait for the next frame.
    const themed = new MutationObserver(() => {
      show(true);
      drawing.getZr().flush();
    });
    themed.observe(document.documentElement, {
      attributes: true,
      attributeFilter: ['class', 'style', 'data-theme', 'data-skin'],
    });
    return () => {
      sized.disconnect();
      themed.disconnect();
      drawing.dispose();
      drawn.current = null;
    };
  }, [optionOf]);
  return { box, drawing: drawn };
};
