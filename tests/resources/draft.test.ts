import { describe, expect, test } from 'vitest';
import { choosableFor } from '../../src/console/product.ts';
import { asps } from '../../src/resources/asps.ts';
import { cvSettings } from '../../src/resources/cv-settings.ts';
import { draftFrom, readDraft } from '../../src/resources/draft.ts';
import { ads } from '../../src/resources/ads.ts';
import { readableFields } from '../../src/screens/record/fields.ts';

const blank = { name: '', own_parameters: false, click_cost: 0, agency: null as number | null };

describe('a draft of a row', () => {
  test('takes the value of the blank form where the row has null', () => {
    expect(draftFrom(blank)({ name: '春', own_parameters: null, agency: 3 })).toEqual({
      name: '春',
      own_parameters: false,
      click_cost: 0,
      agency: 3,
    });
  });

  test("shows a null of the row as missing, not as the blank form's value, to a reader", () => {
    const row = { name: '春', own_parameters: null, click_cost: 0, agency: 3 };
    expect(readDraft(row, draftFrom(blank)(row))).toEqual({
      name: '春',
      own_parameters: null,
      click_cost: 0,
      agency: 3,
    });
  });
});

test('a record shows neither hidden fields nor fields without a value of its reader', () => {
  const lists = {} as never;
  const names = (resource: typeof asps | typeof ads | typeof cvSettings, values: object) => {
    const { blank } = resource.form!;
    const row = { ...Object.fromEntries(Object.keys(blank).map(field => [field, null])), ...values };
    return readableFields(resource as never, readDraft(row, draftFrom(blank as object)(row)), lists).map(
      ({ field }) => field,
    );
  };
  // An agency receives of a network its name and its parameters, and of a CV setting its name.
  expect(names(asps, { product_id: 1, asp_name: '媒体é', xclid_flag: true, xclid_name: 'gclid' })).toEqual([
    'asp_name',
    'xclid_flag',
    'xclid_name',
  ]);
  expect(names(cvSettings, { product_id: 1, name: '購入' })).toEqual(['name']);
  const { blank } = ads.form!;
  expect(names(ads, { ...blank, name: '春' })).toEqual(
    expect.arrayContaining(['asp', 'agency', 'ad_category', 'period_from', 'period_to']),
  );
});

test('the choices of a record are those of its own product or of no product, whichever product is selected', () => {
  const [own, other, all, grouped] = [
    { id: 1, title: 'a', product: 7 },
    { id: 2, title: 'b', product: 8 },
    { id: 3, title: 'c' },
    { id: 4, title: 'd', product: 7, group: 2 },
  ];
  const entries = [own, other, all, grouped].map(entry => entry!);
  expect(choosableFor(entries, 7)).toEqual([own, all, grouped]);
  expect(choosableFor(entries, 8)).toEqual([other, all]);
  expect(choosableFor(entries, 7, 2)).toEqual([grouped]);
});
