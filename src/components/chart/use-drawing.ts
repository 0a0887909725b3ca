import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { draw, type Drawing, type EChartsOption } from './echarts.ts';
import { lookOf, type Look } from './look.ts';

/** What of its place a drawing depends on. */
export interface Place {
  readonly look: Look;
  readonly still: boolean;
  readonly narrow: boolean;
  readonly width: number;
}

const STILL = '(prefers-reduced-motion: reduce)';
const NARROW = 560;

/**
 * A value was clicked: the place of its category, and of its series; of flows whether it is a stop or what
 * flows between (`edge`).
 */
export type Pick = (index: number, series: number, of?: string) => void;

/**
 * Draws into a box and draws again as the box, the theme or the option changes.
 *
 * @param optionOf must be the same function as long as nothing changed
 */
export const useDrawing = (
  optionOf: (place: Place) => EChartsOption,
  onPick?: Pick,
): { readonly box: RefObject<HTMLDivElement | null>; readonly drawing: RefObject<Drawing | null> } => {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawing>(null);
  const picked = useEffectEvent(
    (point: { readonly dataIndex?: number; readonly seriesIndex?: number; readonly dataType?: string }) =>
      onPick?.(point.dataIndex ?? -1, point.seriesIndex ?? 0, point.dataType),
  );
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const drawing = draw(element);
    drawn.current = drawing;
    drawing.on('click', point => picked(point));
    const show = (still = matchMedia(STILL).matches) =>
      drawing.setOption(
        optionOf({
          look: lookOf(element),
          still,
          narrow: element.clientWidth < NARROW,
          width: element.clientWidth,
        }),
        { notMerge: true },
      );
    show();
    const sized = new ResizeObserver(() => {
      drawing.resize();
      show();
    });
    sized.observe(element);
    // At once and without animation: paper and saved pictures, which are light in every theme, do not wait
    // for the next frame.
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
