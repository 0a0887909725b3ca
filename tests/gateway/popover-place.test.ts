// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { placeBelow } from '../../src/components/popover.tsx';

/** Places a box in a window of 1280 × 700 px. `[top, bottom]` of the anchor, and the height of the box. */
const place = ([top, bottom]: readonly [number, number], height: number) => {
  const box = document.createElement('div');
  const anchor = document.createElement('button');
  box.getBoundingClientRect = () => new DOMRect(0, 0, 200, height);
  anchor.getBoundingClientRect = () => new DOMRect(900, top, 100, bottom - top);
  placeBelow(box, anchor);
  const pixels = (name: string) => Number.parseFloat(box.style.getPropertyValue(name));
  const space = pixels('--space');
  return { top: pixels('--top'), bottom: pixels('--top') + Math.min(height, space) };
};

beforeEach(() => {
  // The window reserves the room of a scrollbar that it does not show.
  vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1280);
  vi.spyOn(document.documentElement, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1265, 700));
  vi.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(700);
});

test.for([
  ['below where it fits to the pixel', [250, 280], 408, { top: 284, bottom: 692 }],
  ['above where it fits only there', [500, 530], 400, { top: 96, bottom: 496 }],
  [
    'below, and lower, where it fits nowhere and there is more space',
    [250, 280],
    448,
    { top: 284, bottom: 692 },
  ],
  [
    'above, and lower, where it fits nowhere and there is more space',
    [400, 430],
    600,
    { top: 8, bottom: 396 },
  ],
  ['within the window under an anchor that is out of it', [1030, 1060], 448, { top: 244, bottom: 692 }],
  ['within the window over an anchor that is out of it', [-300, -270], 448, { top: 8, bottom: 456 }],
] as const)('a box is placed %s', ([, anchor, height, expected]) => {
  expect(place(anchor, height)).toEqual(expected);
});

test('a box at the right edge leaves out the room that is reserved for a scrollbar', () => {
  const box = document.createElement('div');
  const anchor = document.createElement('button');
  box.getBoundingClientRect = () => new DOMRect(0, 0, 352, 100);
  anchor.getBoundingClientRect = () => new DOMRect(1100, 100, 100, 28);
  placeBelow(box, anchor);
  expect(box.style.getPropertyValue('--left')).toBe(`${1265 - 352 - 8}px`);
});
