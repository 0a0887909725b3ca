import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFormatter } from '../../src/components/formats.ts';
import { cards } from '../../src/components/grid/cards.ts';
import { stuckOf } from '../../src/components/grid/places.ts';
import { arranged, placedBefore, stepped } from '../../src/components/grid/order.ts';
import { withAllToggled, extentOf, reached, withToggled } from '../../src/components/grid/selection.ts';
import { createQuickIndex, wordsOf } from '../../src/components/grid/quick.ts';
import { slotsOf } from '../../src/components/grid/slot.ts';
import { nextSort, sorted } from '../../src/components/grid/sorted.ts';
import { branchesOf, treeOrder, withOuter } from '../../src/components/grid/tree.ts';
import type { GridColumn } from '../../src/components/grid/types.ts';

interface Row {
  readonly id: number;
  readonly name: string | null;
  readonly cost: number | null;
  readonly status: boolean | null;
}
const NAME: GridColumn<Row> = { field: 'name', format: 'text', label: '名前', sortable: true };
const COST: GridColumn<Row> = { field: 'cost', format: 'yen', label: '費用', sortable: true };
const STATUS: GridColumn<Row> = { field: 'status', format: 'choice', label: '状態', sortable: true };
const COLUMNS = [NAME, COST, STATUS];
const row = (
  id: number,
  name: string | null,
  cost: number | null = 0,
  status: boolean | null = true,
): Row => ({ id, name, cost, status });
const idsOf = (rows: readonly Row[]): readonly number[] => rows.map(({ id }) => id);

describe('the sticky columns of a grid', () => {
  const slots = slotsOf(COLUMNS, true, true);
  const widthOf = (slot: (typeof slots)[number]) => (slot.kind === 'data' ? 100 : 40);
  const stuck = (pinned: string | null, width = 1000, of = slots) =>
    of.slice(0, stuckOf(of, widthOf, pinned, width)).map(({ name }) => name);
  test('are the checkboxes, the name, and all columns up to the pinned one', () => {
    expect([
      stuck(null),
      stuck('cost'),
      stuck('status'),
      stuck('name'),
      stuck('gone'),
      stuck('+actions'),
    ]).toEqual([
      ['+select', 'name'],
      ['+select', 'name', 'cost'],
      ['+select', 'name', 'cost', 'status'],
      ['+select', 'name'],
      ['+select', 'name'],
      ['+select', 'name'],
    ]);
    expect(stuck('cost', 1000, slotsOf(COLUMNS, false, false))).toEqual(['name', 'cost']);
  });
  test('leave space for the others, and always include the name', () => {
    expect([stuck('status', 500), stuck('status', 400), stuck('status', 100)]).toEqual([
      ['+select', 'name', 'cost'],
      ['+select', 'name', 'cost'],
      ['+select', 'name'],
    ]);
  });
});

describe('the columns on a card', () => {
  const field = (name: string, format: GridColumn<Row>['format']) =>
    ({ field: name, format, label: name }) as unknown as GridColumn<Row>;
  const many = slotsOf(
    [
      NAME,
      field('id', 'id'),
      field('network', 'text'),
      field('note', 'text'),
      STATUS,
      COST,
      field('cv', 'count'),
      field('day', 'day'),
    ],
    true,
    true,
  );
  const shown = (sorted: string | null) => cards.places(many, sorted).map(({ name }) => name);
  test("are the sorted column, the state, the owner and some figures, with the row's actions", () => {
    expect(shown(null)).toEqual(['+select', 'name', 'status', 'network', 'cost', 'cv', '+actions']);
    expect(shown('day')).toEqual(['+select', 'name', 'day', 'status', 'network', 'cost', '+actions']);
    expect([shown('id'), shown('name')]).toEqual([
      ['+select', 'name', 'id', 'status', 'network', 'cost', '+actions'],
      shown(null),
    ]);
    expect(cards.places(slotsOf([NAME], false, false), 'gone').map(({ name }) => name)).toEqual(['name']);
  });
});

describe('the order of columns', () => {
  const columns = ['name', 'a', 'b', 'c', 'd'].map(field => ({ field }));
  const fieldsOf = (order: readonly string[]) =>
    arranged(columns, order)
      .map(({ field }) => field)
      .join('');
  test('is the default without a stored order, and the name always comes first', () =>
    expect([fieldsOf([]), fieldsOf(['d', 'name', 'a'])]).toEqual(['nameabcd', 'namedabc']));
  test('places a column that it does not name after its default predecessor', () =>
    expect([fieldsOf(['c', 'b', 'd']), fieldsOf(['c', 'd', 'a'])]).toEqual(['nameacbd', 'namecdab']));
  test('ignores unknown and repeated columns', () =>
    expect(fieldsOf(['gone', 'b', 'b', 'a', 'c', 'd'])).toBe('namebacd'));
  test('contains every column for any stored order', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('name', 'a', 'b', 'c', 'd', 'x')), order => {
        expect([...fieldsOf(order)].sort().join('')).toBe([...'nameabcd'].sort().join(''));
      }),
    ));
  test('changes when a column is moved before another or to the end', () => {
    expect(placedBefore(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
    expect(placedBefore(['a', 'b', 'c'], 'a', null)).toEqual(['b', 'c', 'a']);
    expect(placedBefore(['a', 'b', 'c'], 'b', 'b')).toEqual(['a', 'b', 'c']);
  });
  test('changes by one visible column at a step, skips hidden ones, and stops at the ends', () => {
    const [fields, shown] = [
      ['a', 'hidden', 'b', 'c'],
      ['a', 'b', 'c'],
    ];
    expect(stepped(fields, shown, 'b', 'left')).toEqual(['b', 'a', 'hidden', 'c']);
    expect(stepped(fields, shown, 'a', 'right')).toEqual(['hidden', 'b', 'a', 'c']);
    expect(stepped(fields, shown, 'b', 'right')).toEqual(['a', 'hidden', 'c', 'b']);
    expect(stepped(fields, shown, 'c', 'first')).toEqual(['c', 'a', 'hidden', 'b']);
    expect([
      stepped(fields, shown, 'a', 'left'),
      stepped(fields, shown, 'a', 'first'),
      stepped(fields, shown, 'c', 'right'),
      stepped(fields, shown, 'x', 'left'),
    ]).toEqual([null, null, null, null]);
  });
});

describe('sorted rows', () => {
  test("are in the order of the language's collation, digits compared as numbers, empty values last in both directions, and ties stable", () => {
    const rows = [
      row(1, '10'),
      row(2, null),
      row(3, '9'),
      row(4, 'あ'),
      row(5, 'ア'),
      row(6, 'a'),
      row(7, ''),
      row(8, 'Z'),
      row(9, '9'),
    ];
    expect(idsOf(sorted(rows, COLUMNS, { field: 'name', descending: false }, 'ja'))).toEqual([
      3, 9, 1, 6, 8, 4, 5, 2, 7,
    ]);
    expect(idsOf(sorted(rows, COLUMNS, { field: 'name', descending: true }, 'ja'))).toEqual([
      4, 5, 8, 6, 1, 3, 9, 2, 7,
    ]);
  });
  test('are in numeric order in a column of figures, with zero as a value', () =>
    expect(
      idsOf(
        sorted(
          [row(1, '', 5), row(2, '', null), row(3, '', -1), row(4, '', 0)],
          COLUMNS,
          { field: 'cost', descending: true },
          'ja',
        ),
      ),
    ).toEqual([1, 4, 3, 2]));
  test('keep their order without a sort or with an unknown column', () => {
    const rows = [row(2, 'b'), row(1, 'a')];
    expect(
      [
        sorted(rows, COLUMNS, null, 'ja'),
        sorted(rows, [NAME], { field: 'cost', descending: false }, 'ja'),
      ].every(same => same === rows),
    ).toBe(true);
  });
  test('have the order of pairwise comparisons by the collator', () => {
    const { compare } = new Intl.Collator('ja', { numeric: true });
    const texts = fc.array(fc.constantFrom('あ', 'ア', 'ｱ', 'か', '10', '9', 'é', 'e', 'Z', '亜', '👩‍🔬'), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(texts, names => {
        const rows = names.map((name, id) => row(id, name));
        expect(idsOf(sorted(rows, COLUMNS, { field: 'name', descending: false }, 'ja'))).toEqual(
          idsOf(rows.toSorted((a, b) => compare(a.name ?? '', b.name ?? ''))),
        );
      }),
    );
  });
  test('change from descending (figures) or ascending (names) to the reverse and then to unsorted with each press of the header', () => {
    expect(nextSort(COST, null)).toEqual({ field: 'cost', descending: true });
    expect(nextSort(COST, { field: 'cost', descending: true })).toEqual({ field: 'cost', descending: false });
    expect(nextSort(COST, { field: 'cost', descending: false })).toBeNull();
    expect([
      nextSort(NAME, { field: 'cost', descending: true })?.descending,
      nextSort(STATUS, null)?.descending,
    ]).toEqual([false, false]);
  });
});

describe('selected rows of a grid', () => {
  const keys = ['a', 'b', 'c', 'd', 'e'];
  test('are toggled one by one', () =>
    expect([[...withToggled(new Set(['a']), 'b')], [...withToggled(new Set(['a', 'b']), 'a')]]).toEqual([
      ['a', 'b'],
      ['b'],
    ]));
  test('are extended from the last toggled row in either direction, or reduced if that row was deselected', () => {
    expect([...reached(new Set(['b']), keys, 'b', 'd')]).toEqual(['b', 'c', 'd']);
    expect([...reached(new Set(['d']), keys, 'd', 'a')].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect([...reached(new Set(['a', 'b', 'c']), keys, 'd', 'b')]).toEqual(['a']);
  });
  test('are extended by one row only without a last toggled row on the page', () =>
    expect([[...reached(new Set(), keys, null, 'c')], [...reached(new Set(['z']), keys, 'z', 'c')]]).toEqual([
      ['c'],
      ['z', 'c'],
    ]));
  test('are counted as all, some or none of the page, regardless of other pages', () => {
    expect([
      extentOf(new Set(['z']), keys),
      extentOf(new Set(['a', 'z']), keys),
      extentOf(new Set([...keys, 'z']), keys),
      extentOf(new Set(['z']), []),
    ]).toEqual(['none', 'some', 'all', 'none']);
    expect([...withAllToggled(new Set(['z', 'b']), keys)].sort()).toEqual([...keys, 'z']);
    expect([...withAllToggled(new Set([...keys, 'z']), keys)]).toEqual(['z']);
  });
});

describe('the quick search of a grid', () => {
  const format = createFormatter(
    { daysHours: String, hoursMinutes: String, minutesSeconds: String, seconds: String },
    { tag: word => word, choice: (_, value) => (value === 'true' ? '有効' : '削除') },
  );
  const rows = [row(1, '夏セール ＵＶケア', 1_234_567), row(2, 'ｸﾘｽﾏｽ', null, false), row(3, 'Été', 99)];
  const found = (text: string, columns = COLUMNS) =>
    idsOf(createQuickIndex(rows, columns, format).found(rows, wordsOf(text)));
  test('finds words in any width and case in the shown texts', () =>
    expect([found('uv'), found('クリスマス'), found('ÉTÉ'), found('1,234'), found('削除')]).toEqual([
      [1],
      [2],
      [3],
      [1],
      [2],
    ]));
  test('finds rows that contain every word, also separated by a full-width space', () =>
    expect([found('有効　夏'), found('夏 削除'), found('')]).toEqual([[1], [], [1, 2, 3]]));
  test('ignores hidden columns, and does not match across two cells', () =>
    expect([found('削除', [NAME, COST]), found('ケア1')]).toEqual([[], []]));
  test('finds the same after the rows were indexed in advance', () => {
    const index = createQuickIndex(rows, COLUMNS, format);
    expect(index.read()).toBe(false);
    expect(idsOf(index.found(rows.toReversed(), wordsOf('有効')))).toEqual([3, 1]);
  });
});

describe('nested rows', () => {
  interface Leaf {
    readonly key: string;
    readonly parent: string | null;
  }
  const keyOf = ({ key }: Leaf): string => key;
  const parentOf = ({ parent }: Leaf): string | null => parent;
  const leaf = (key: string, parent: string | null = null): Leaf => ({ key, parent });
  const mixed = [leaf('b1', 'b'), leaf('a'), leaf('a2', 'a'), leaf('b'), leaf('a1', 'a'), leaf('none')];
  const keys = (rows: readonly Leaf[]): string => rows.map(keyOf).join(' ');
  test('follow their outer row in their own order', () =>
    expect(keys(treeOrder(mixed, keyOf, { parentOf, folded: new Set() }))).toBe('a a2 a1 b b1 none'));
  test('are hidden if their outer row is folded', () =>
    expect(keys(treeOrder(mixed, keyOf, { parentOf, folded: new Set(['a']) }))).toBe('a b b1 none'));
  test('are never lost, whatever their outer row is', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.tuple(fc.integer({ min: 0, max: 30 }), fc.option(fc.integer({ min: 0, max: 30 }))),
          { selector: ([key]) => key },
        ),
        pairs => {
          const rows = pairs.map(([key, parent]) =>
            leaf(String(key), parent === null || parent === key ? null : String(parent)),
          );
          expect([...treeOrder(rows, keyOf, { parentOf, folded: new Set() })].map(keyOf).sort()).toEqual(
            rows.map(keyOf).sort(),
          );
        },
      ),
    ));
  test('are found together with their outer row', () =>
    expect(keys(withOuter([leaf('b1', 'b')], mixed, keyOf, parentOf))).toBe('b1 b'));
  test('have a level and an expanded state', () => {
    const branch = branchesOf(mixed, keyOf, { parentOf, folded: new Set(['b']) });
    expect([leaf('a'), leaf('b'), leaf('none'), leaf('a1', 'a')].map(branch)).toEqual([
      { level: 1, expanded: true },
      { level: 1, expanded: false },
      { level: 1, expanded: null },
      { level: 2, expanded: null },
    ]);
  });
});
