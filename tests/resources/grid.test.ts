import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCommands } from '../../src/components/grid/commands.ts';
import { changeOf, directionOf } from '../../src/components/delta.tsx';
import { keepInside, move, type Cursor } from '../../src/components/grid/cursor.ts';
import { press as pressKey } from '../../src/components/grid/keys.ts';
import { endsOf } from '../../src/components/grid/truncation.ts';
import { leading } from '../../src/components/grid/use-leading-column.ts';
import { sparkPath } from '../../src/components/sparkline.tsx';

const extent = { rows: 102, columns: 20, page: 10 };
const press = (at: Cursor, key: string, ctrl = false) => move(at, { key, ctrl }, extent);

describe('the cursor of the grid', () => {
  const middle = { row: 50, column: 7 };
  test.each([
    ['ArrowUp', false, 49, 7],
    ['ArrowDown', false, 51, 7],
    ['ArrowLeft', false, 50, 6],
    ['ArrowRight', false, 50, 8],
    ['Home', false, 50, 0],
    ['End', false, 50, 19],
    ['Home', true, 0, 0],
    ['End', true, 101, 19],
    ['PageUp', false, 40, 7],
    ['PageDown', false, 60, 7],
    ['ArrowUp', true, 0, 7],
    ['ArrowDown', true, 101, 7],
    ['ArrowLeft', true, 50, 0],
    ['ArrowRight', true, 50, 19],
  ] as const)('moves by %s (with Ctrl: %s) to row %d, column %d', (key, ctrl, row, column) =>
    expect(press(middle, key, ctrl)).toEqual({ row, column }),
  );
  test('stays inside at every edge', () => {
    expect(['ArrowUp', 'ArrowLeft', 'PageUp'].map(key => press({ row: 0, column: 0 }, key))).toEqual(
      Array.from({ length: 3 }, () => ({ row: 0, column: 0 })),
    );
    expect(['ArrowDown', 'ArrowRight', 'PageDown'].map(key => press({ row: 101, column: 19 }, key))).toEqual(
      Array.from({ length: 3 }, () => ({ row: 101, column: 19 })),
    );
  });
  test('ignores other keys', () => expect(press(middle, 'a')).toBeNull());
  test('moves inside when the grid has shrunk', () =>
    expect(keepInside({ row: 90, column: 19 }, { rows: 3, columns: 2 })).toEqual({ row: 2, column: 1 }));
});

describe('a comparison', () => {
  test('is a fraction of the value before, also below zero', () =>
    expect([changeOf(110, 100), changeOf(-50, -100), changeOf(90, 100)]).toEqual([0.1, 0.5, -0.1]));
  test('that rounds to 0.00 % counts as unchanged', () => {
    expect(
      [changeOf(1_000_049, 1_000_000), changeOf(999_951, 1_000_000), changeOf(1_000_050, 1_000_000)].map(
        directionOf,
      ),
    ).toEqual(['level', 'level', 'up']);
  });
  test('without a value or with a zero base is unknown', () =>
    expect([changeOf(5, 0), changeOf(null, 5), changeOf(5, null)].map(directionOf)).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ]));
});

describe('a sparkline', () => {
  test('of equal values is in the middle', () =>
    expect(sparkPath([3, 3], 100, 20)).toBe('M2.0 10.0L98.0 10.0'));
  test('has a gap at a missing value, and a dash for a single value beside gaps', () =>
    expect(sparkPath([0, null, 2], 100, 20)).toBe('M0.0 18.0h4M96.0 2.0h4'));
  test('is drawn in parts over the same box', () =>
    expect([
      sparkPath([0, 4, 2], 100, 20, index => index < 2),
      sparkPath([0, 4, 2], 100, 20, index => index > 0),
    ]).toEqual(['M2.0 18.0L50.0 2.0', 'M50.0 2.0L98.0 10.0']));
  test('without values is empty', () => expect(sparkPath([null, null], 100, 20)).toBe(''));
});

test('on a narrow screen the leading figure follows the names, and no trend is drawn', () => {
  const columns = (
    [
      ['label', 'text'],
      ['trend', 'trend'],
      ['clicks', 'count'],
      ['cv', 'count'],
    ] as const
  ).map(([field, format]) => ({ field, format, label: field })) as never;
  const fields = (leads: string | null) => leading<object>(columns, leads).map(({ field }) => field);
  expect([fields('cv'), fields('label'), fields(null), fields('gone'), leading([], 'cv')]).toEqual([
    ['label', 'cv', 'clicks'],
    ['label', 'clicks', 'cv'],
    ['label', 'clicks', 'cv'],
    ['label', 'clicks', 'cv'],
    [],
  ]);
});

describe('a figure with a drill-down', () => {
  const rows = [
    { name: 'é', cv: 3, cost: 9 },
    { name: '夏', cv: 0, cost: 1 },
  ];
  const totals = { name: '', cv: 3, cost: 10 };
  const opened: unknown[] = [];
  const drillDown = {
    has: (row: Record<string, unknown>, field: string) => field === 'cv' && row['cv'] !== 0,
    open: (row: object, field: string) => opened.push([row, field]),
  };
  const slots = (['name', 'cv', 'cost'] as const).map(field => ({
    kind: 'data' as const,
    name: field,
    column: { field, format: 'count' as const, label: field },
  }));
  const act = createCommands({
    props: { drillDown, totals: { row: totals, label: '計' } },
    slots,
    shown: rows,
    visible: [],
    branch: null,
    arrange: {},
    cursor: { grab: () => undefined },
    selection: {},
  } as never);
  const enter = (row: number, column: number) => {
    const cell = { closest: () => cell, dataset: {} };
    return pressKey(
      { key: 'Enter', target: cell, currentTarget: {}, nativeEvent: { isComposing: false } } as never,
      {
        at: { row, column },
        extent: { rows: 4, columns: 3 },
        rows: 2,
        page: 1,
        kind: 'data',
        named: column === 0,
      },
      { ...act, openRow: () => false, fold: () => false, openFullText: () => false },
    );
  };
  test('opens by Enter, also in the totals; Enter on another cell opens the row', () => {
    expect([enter(1, 1), enter(1, 2), enter(2, 1), enter(3, 1), enter(3, 2)]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
    expect(opened).toEqual([
      [rows[0], 'cv'],
      [totals, 'cv'],
    ]);
  });
});

describe('a shortened address', () => {
  const measure = (text: string) => [...text].reduce((sum, letter) => sum + (letter > '\u3000' ? 13 : 7), 0);
  test('keeps its path, which distinguishes pages of one site', () => {
    expect(endsOf('https://hanairo.example/lp/serum', 15 * 7, measure)).toBe('hanai…/lp/serum');
    expect(endsOf('https://hanairo.example/lp', 18 * 7, measure)).toBe('hanairo.example/lp');
  });
  test('is no wider than its space and consists of both ends of the address', () =>
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom(...'ab1/?=&%.春é'), { minLength: 1, maxLength: 90 })
          .map(letters => `https://${letters.join('')}`),
        fc.integer({ min: 7, max: 700 }),
        (address, width) => {
          const shown = endsOf(address, width, measure);
          const plain = address.slice('https://'.length);
          expect(measure(shown)).toBeLessThanOrEqual(width);
          if (shown === plain) return;
          expect(measure(plain)).toBeGreaterThan(width);
          const [head = '', tail = ''] = shown.split('…');
          expect(plain.startsWith(head) && plain.endsWith(tail)).toBe(true);
          // One more letter would not have fitted.
          expect(measure(shown)).toBeGreaterThan(width - 26);
        },
      ),
    ));
});
