import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inOrder } from '../../../server/reports/files/file-order.ts';
import { sorted } from '../../../src/components/grid/sorted.ts';
import { remainderRank } from '../../../src/screens/analysis/report/figures.ts';
import { treeOrder } from '../../../src/components/grid/tree.ts';

// The server and the console share no code, so this test compares both.
it('the rows of a report file have the order of the grid on the screen', () => {
  const rows = fc
    .uniqueArray(
      fc.record({
        key: fc.constantFrom(
          '1',
          '2',
          '3',
          '1/mobile',
          '1/desktop',
          '2/mobile',
          '3/tablet',
          'none',
          'none~new',
          '2/none',
          '7:3:1:https://shop.example/none',
          'no_contact',
        ),
        label: fc.constantFrom(
          '',
          '広告2',
          '広告10',
          '広告1',
          'うめ',
          'ウメ',
          'Zebra',
          'apple',
          'Äpfel',
          'item 10',
          'item 9',
          '2026-02-01',
          '2026-01-15',
        ),
        clicks: fc.constantFrom(null, 0, 1, 2, 10, 9, -3, 0.5),
      }),
      { selector: ({ key }) => key },
    )
    .map(all =>
      all.map(row => ({ ...row, parent: row.key.includes('/') ? (row.key.split('/')[0] ?? null) : null })),
    );
  const columns = [
    { field: 'label', format: 'text', label: '' },
    { field: 'clicks', format: 'count', label: '' },
  ] as const;
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom('label', 'clicks'),
      fc.boolean(),
      fc.constantFrom('ja', 'en', 'zh-CN'),
      (all, field, ascending, locale) => {
        const onScreen = treeOrder(
          sorted(all, columns, { field, descending: !ascending }, locale, remainderRank),
          ({ key }) => key,
          { parentOf: ({ parent }) => parent, folded: new Set() },
        );
        expect(inOrder(all, { sortName: field, sortAsc: ascending, locale })).toEqual(onScreen);
      },
    ),
    { numRuns: 300 },
  );
});
