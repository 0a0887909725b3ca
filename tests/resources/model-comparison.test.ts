import { expect, test } from 'vitest';
import {
  readShownModels,
  replaceModel,
  withDifference,
  writeShownModels,
} from '../../src/analyses/model-comparison.ts';

test.each([
  ['all', 'all'],
  ['5,4', ['5', '4']],
  [undefined, ['1', '6']],
  ['', ['1', '6']],
  ['5', ['1', '6']],
  ['5,5', ['1', '6']],
  ['5,8', ['1', '6']],
  ['1,2,3', ['1', '6']],
] as const)('the models %j of an address are %j', (text, shown) => {
  expect(readShownModels(text)).toEqual(shown);
});

test('the default models are not in the address, and all others are', () => {
  expect([writeShownModels(['1', '6']), writeShownModels(['6', '1']), writeShownModels('all')]).toEqual([
    undefined,
    '6,1',
    'all',
  ]);
});

test('choosing the model of the other place exchanges the two', () => {
  expect(replaceModel(['1', '6'], 'first', '3')).toEqual(['3', '6']);
  expect(replaceModel(['1', '6'], 'second', '3')).toEqual(['1', '3']);
  expect(replaceModel(['1', '6'], 'first', '6')).toEqual(['6', '1']);
  expect(replaceModel(['1', '6'], 'second', '1')).toEqual(['6', '1']);
});

test('a difference is the second model minus the first in nine decimals, and absent among all models', () => {
  const credit = Object.fromEntries(
    ['1', '2', '3', '4', '5', '6', '7'].flatMap(model => [
      [`cv_division_${model}`, 0],
      [`amount_division_${model}`, 0],
    ]),
  ) as Parameters<typeof withDifference>[0];
  const row = { ...credit, cv_division_1: 0.3, cv_division_6: 0.1, amount_division_6: 120 };
  expect(withDifference(row, 'cv_division', ['1', '6']).difference).toBe(-0.2);
  expect(withDifference(row, 'amount_division', ['1', '6']).difference).toBe(120);
  expect(withDifference(row, 'cv_division', 'all').difference).toBeNull();
});
