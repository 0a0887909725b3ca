import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GridColumn } from '../../src/components/grid/types.ts';
import { heatOf, MAX_TINT_PERCENT, stretchesOf } from '../../src/components/heat.ts';
import { bandsOf } from '../../src/screens/print/page-bands.ts';

const rgb = (hex: string): number[] => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16));
const luminance = (parts: readonly number[]): number =>
  parts.reduce((sum, part, index) => {
    const c = part / 255;
    return sum + [0.2126, 0.7152, 0.0722][index]! * (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  }, 0);

describe('the parts of a printed table', () => {
  const column = fc
    .record({
      field: fc.string(),
      format: fc.constantFrom('count' as const, 'yen' as const, 'text' as const, 'time' as const),
      label: fc.constant(''),
      size: fc.option(fc.integer({ min: 56, max: 800 }), { nil: undefined }),
    })
    .map(
      ({ size, ...rest }) =>
        ({ ...rest, ...(size !== undefined && { size }) }) as GridColumn<Readonly<Record<string, unknown>>>,
    );
  test('contain every column once in order, and each begins with the column of names', () => {
    fc.assert(
      fc.property(fc.array(column, { minLength: 1, maxLength: 40 }), columns => {
        const bands = bandsOf(columns);
        expect(bands.every(([first]) => first === columns[0])).toBe(true);
        expect(bands.flatMap(([, ...others]) => others)).toEqual(columns.slice(1));
        expect(bands.length === 1 || bands.every(band => band.length > 1)).toBe(true);
      }),
    );
  });
  test('are one if the columns fit, else of about equal size', () => {
    const columns = (count: number) =>
      Array.from({ length: count }, (_, index): GridColumn<Readonly<Record<string, unknown>>> => ({
        field: `m${index}`,
        format: index === 0 ? 'text' : 'count',
        label: '',
      }));
    expect([columns(12), columns(35)].map(all => bandsOf(all).map(band => band.length))).toEqual([
      [12],
      [12, 13, 12],
    ]);
  });
});

describe('the heat of a cell', () => {
  test('is 0 without a value, highest for the largest value, and grows with the value', () => {
    expect([heatOf(0, 9), heatOf(null, 9), heatOf(9, 9), heatOf(3, 0)]).toEqual([0, 0, MAX_TINT_PERCENT, 0]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 1, max: 1e6 }), (a, b) => {
        expect(heatOf(Math.min(a, b), 1e6)).toBeLessThanOrEqual(heatOf(Math.max(a, b), 1e6));
      }),
    );
  });
  test('splits a printed table into column ranges of similar width', () =>
    expect([
      stretchesOf(0),
      stretchesOf(5),
      stretchesOf(13),
      stretchesOf(14),
      stretchesOf(25),
      stretchesOf(27),
    ]).toEqual([
      [[0, 0]],
      [[0, 5]],
      [[0, 13]],
      [
        [0, 7],
        [7, 14],
      ],
      [
        [0, 13],
        [13, 25],
      ],
      [
        [0, 9],
        [9, 18],
        [18, 27],
      ],
    ]));
  test('leaves the figures readable in every theme and skin', () => {
    const css = readFileSync(resolve(import.meta.dirname, '../../src/styles/tokens.css'), 'utf8').replace(
      /\/\*[^]*?\*\//g,
      '',
    );
    const blocks = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
      selector,
      tokens: Object.fromEntries(
        [...body.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]),
      ),
    }));
    for (const theme of ['light', 'dark']) {
      const base = blocks.find(({ selector }) => selector.includes(`[data-theme='${theme}']`))?.tokens ?? {};
      const skins = blocks
        .filter(
          ({ selector }) =>
            selector.includes(`[data-theme='${theme}']`) &&
            selector.includes('data-skin') &&
            !selector.includes('.menu-background'),
        )
        .map(({ tokens }) => ({ ...base, ...tokens }));
      for (const tokens of [base, ...skins]) {
        const [surface, hot, ink] = ['--surface', '--chart-2', '--ink'].map(name => rgb(tokens[name] ?? ''));
        const ground = surface!.map(
          (part, index) => part * (1 - MAX_TINT_PERCENT / 100) + hot![index]! * (MAX_TINT_PERCENT / 100),
        );
        const [light, dark] = [luminance(ground), luminance(ink!)].sort((a, b) => b - a);
        expect((light! + 0.05) / (dark! + 0.05), theme).toBeGreaterThan(4.5);
      }
    }
  });
});
