import { expect, test } from 'vitest';
import { previewFields } from '../../src/screens/imports/preview-fields.ts';

const row = (values: object) => ({ row: 2, action: 'update' as const, values: { ...values }, names: {} });
const columns = (...fields: string[]) => fields.map(field => ({ field, heading: field }));

test('an import preview shows the columns of the file in its order, and folds the other fields', () => {
  const rows = [
    row({ product_id: 1, click_cost: 1, name: '春', args: '', redirect_url: 'https://a.example/' }),
  ];
  expect(previewFields({ columns: columns('name', 'redirect_url'), rows })).toEqual({
    brought: ['name', 'redirect_url'],
    others: ['click_cost', 'args'],
  });
});

test('an import preview shows the name of a row even if the file lacks it, and no field that every row lacks', () => {
  expect(
    previewFields({ columns: columns('id', 'click_cost'), rows: [row({ name: '春', click_cost: 5 })] }),
  ).toEqual({ brought: ['name', 'click_cost'], others: [] });
  expect(
    previewFields({
      columns: columns('ad_name', 'day', 'cost'),
      rows: [row({ ad_id: 3, day: '2026-01-02', cost: 1 })],
    }),
  ).toEqual({ brought: ['ad_id', 'day', 'cost'], others: [] });
  expect(previewFields({ columns: columns('name'), rows: [] })).toEqual({ brought: [], others: [] });
});
