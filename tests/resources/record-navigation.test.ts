import { describe, expect, test } from 'vitest';
import contract from '../../mesh/openapi.json' with { type: 'json' };
import { storeTrail, listPositionOf } from '../../src/console/list-position.ts';
import { MAX_SELECTED_ROWS, whereSelected } from '../../src/screens/list/selection.ts';

describe('the position of a record in its list', () => {
  storeTrail('ads', { ids: [7, 3, 9], address: '/ad/setting?page=2&product_id=1' });

  test("names its neighbours in the list's order, and none beyond the ends", () => {
    expect(listPositionOf('ads', 3)).toEqual({
      address: '/ad/setting?page=2&product_id=1',
      place: 2,
      count: 3,
      previous: 7,
      next: 9,
    });
    expect([listPositionOf('ads', 7)?.previous, listPositionOf('ads', 9)?.next]).toEqual([null, null]);
  });

  test('is unknown for a record that the list did not show, or without a list', () => {
    expect([listPositionOf('ads', 4), listPositionOf('users', 3)]).toEqual([null, null]);
  });
});

test('the largest selection of rows is the largest that the server deletes or restores in one request', () => {
  expect(contract.components.schemas.RowIds.properties.ids.maxItems).toBe(MAX_SELECTED_ROWS);
});

describe('the query for a file of selected rows', () => {
  test('contains the selected rows and the conditions of the list', () => {
    expect([
      whereSelected(undefined, [3, 1]),
      whereSelected('', [3]),
      whereSelected('name__contains=a%26b', [3]),
    ]).toEqual(['id__in=3,1', 'id__in=3', 'name__contains=a%26b&id__in=3']);
  });

  test('is absent if the server would refuse its length', () => {
    expect(
      whereSelected(
        '',
        Array.from({ length: 1000 }, (_, n) => n),
      ),
    ).not.toBeNull();
    expect([
      whereSelected(
        '',
        Array.from({ length: 1001 }, (_, n) => n),
      ),
      whereSelected(
        '',
        Array.from({ length: 900 }, (_, n) => 1_000_000_000 + n),
      ),
    ]).toEqual([null, null]);
  });
});
