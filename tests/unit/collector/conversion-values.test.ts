import { describe, expect, it } from 'vitest';
import {
  NO_VALUES,
  readText,
  readValues,
  unknownNames,
  type ReceivedValues,
} from '../../../server/collector/conversion-values.ts';

describe('a value of a conversion', () => {
  const read = (raw: ReceivedValues['raw'], sender: ReceivedValues['sender'] = 'server') =>
    readValues({ raw, sender, cvType: 1 });

  it('is read from the long parameter name before the short one', () => {
    const nothing = {
      args: '',
      user_id: '',
      other_key1: '',
      other_key2: '',
      other_key3: '',
      amount: 0,
      cvType: 1,
      unreadable: 0,
    };
    expect([read({}), NO_VALUES]).toEqual([nothing, nothing]);
    const long = { p_resid: 'a', p_userid: 'b', p_key1: 1, p_key2: 'd', p_key3: 'e' };
    expect(
      read({ ...long, args: 'x', user_id: 'x', key1: 'x', key2: 'x', key3: 'x', amount: 5, type: 0 }),
    ).toEqual({
      args: 'a',
      user_id: 'b',
      other_key1: '1',
      other_key2: 'd',
      other_key3: 'e',
      amount: 5,
      cvType: 0,
      unreadable: 0,
    });
    expect(read({ args: 'a', user_id: 'b', key1: 'c', key2: 'd', key3: 'e' })).toMatchObject({
      args: 'a',
      user_id: 'b',
      other_key1: 'c',
      other_key2: 'd',
      other_key3: 'e',
    });
  });

  it('has no spaces around it, which would make another identifier of the same order', () => {
    const spaced = {
      p_resid: ' ORDER 1\u3000',
      p_userid: '\u00a0u1 ',
      p_key1: ' a',
      p_key2: 'b ',
      p_key3: '  ',
    };
    const plain = { args: 'ORDER 1', user_id: 'u1', other_key1: 'a', other_key2: 'b', other_key3: '' };
    for (const sender of ['page', 'call', 'server'] as const)
      expect(read(spaced, sender)).toMatchObject({ ...plain, unreadable: 0 });
    expect(read({ p_resid: ` ${'x'.repeat(255)} ` })).toMatchObject({ args: 'x'.repeat(255) });
    // A line break is what a copied cell has after it.
    expect(read({ p_resid: 'ORDER-1\n' })).toMatchObject({ args: 'ORDER-1' });
  });

  it.each([
    [undefined, 0],
    [null, 0],
    ['', 0],
    [0, 0],
    ['0', 0],
    [0.49, 0],
    [0.5, 1],
    ['1.5', 2],
    ['1234567890123', 'invalid_amount'],
    [999_999_999_999, 999_999_999_999],
    ['999999999999.4', 999_999_999_999],
    ['999999999999.5', 'invalid_amount'],
    ['000000000000005', 5],
    ['0000000000000005', 'invalid_amount'],
    ['1.2345678901', 1],
    ['1.23456789012', 'invalid_amount'],
    [-0.1, 'invalid_amount'],
    ['-1', 'invalid_amount'],
    ['5円', 'invalid_amount'],
    ['a5', 'invalid_amount'],
    ['1.', 'invalid_amount'],
    [Number.NaN, 'invalid_amount'],
    [true, 'wrong_type'],
    [[5], 'wrong_type'],
  ])('of the amount %j is %j', (amount, expected) => {
    expect(read({ amount })).toEqual(
      typeof expected === 'string' ? expected : { ...NO_VALUES, amount: expected },
    );
  });

  it.each([
    ['1,200', 1200],
    ['12,345,678.5', 12_345_679],
    ['¥1,200', 1200],
    ['￥１，２００', 1200],
    ['\\1,200', 1200],
    ['1,980円', 1980],
    ['１９８０ 円', 1980],
    [' \u00a0¥ 12.40 ', 12],
    ['$12.40', null],
    ['JPY 1,200', 1200],
    ['5円', 5],
    [5.5, 6],
    ['', 0],
    [' ', 0],
    [null, 0],
    ['1,20', null],
    ['1,2000', null],
    ['1.200,00', null],
    ['1200円（税込）', null],
    ['1 200', null],
    ['-¥5', null],
    ['円', null],
    ['1e9', null],
    ['1.', null],
    ['NaN', null],
    ['1234567890123', null],
    [Number.NaN, null],
    [-0.1, null],
    [true, null],
    [`${' '.repeat(100_000)}x${' '.repeat(100_000)}円`, null],
  ])('of a page states the amount %j as %j', (amount, expected) => {
    expect(read({ amount }, 'page')).toEqual({
      ...NO_VALUES,
      amount: expected ?? 0,
      unreadable: expected === null ? 1 : 0,
    });
    const called = read({ amount }, 'call');
    if (expected === null) expect(called).toMatch(/^(invalid_amount|wrong_type)$/);
    else expect(called).toMatchObject({ amount: expected });
  });

  it.each([
    [undefined, 1],
    [null, 1],
    ['', 1],
    [1, 1],
    ['1', 1],
    [0, 0],
    ['0', 0],
    [2, 'invalid_type'],
    [true, 'invalid_type'],
  ])('of the type %j is %j', (type, expected) => {
    expect(read({ type })).toEqual(
      typeof expected === 'string' ? expected : { ...NO_VALUES, cvType: expected },
    );
    // A page cannot choose the type by its own address.
    expect(read({ type }, 'page')).toMatchObject({ cvType: 1 });
  });

  it.each([
    [undefined, { text: '' }],
    [null, { text: '' }],
    [5, { text: '5' }],
    [Number.POSITIVE_INFINITY, 'wrong_type'],
    [true, 'wrong_type'],
    ['é'.repeat(255), { text: 'é'.repeat(255) }],
    ['é'.repeat(256), 'text_too_long'],
    ['a\u0000', 'control_character'],
  ])('of the text %j is read or refused', (value, expected) => {
    expect(readText(value)).toEqual(expected);
  });

  it('that is invalid is left out on a page, and refused elsewhere', () => {
    expect(read({ p_resid: true, p_userid: 'b' })).toBe('wrong_type');
    expect(read({ p_resid: true, p_userid: 'b' }, 'page')).toMatchObject({
      args: '',
      user_id: 'b',
      unreadable: 2,
    });
    expect(read({ p_resid: 'x'.repeat(256), amount: '?' }, 'page')).toEqual({ ...NO_VALUES, unreadable: 3 });
    expect(read({ p_userid: 'x'.repeat(256) }, 'page')).toEqual(NO_VALUES);
  });
});

describe('the names that are not read', () => {
  it('are those of no value, and not those that the sender may use besides', () => {
    const read = [
      'p_resid',
      'args',
      'p_userid',
      'user_id',
      'p_key1',
      'p_key2',
      'p_key3',
      'key1',
      'key2',
      'key3',
    ];
    const raw = Object.fromEntries([...read, 'amount', 'type', 'amuont', 'xclid'].map(name => [name, 1]));
    expect(unknownNames(raw)).toEqual(['amuont', 'xclid']);
    expect(unknownNames(raw, new Set(['xclid']))).toEqual(['amuont']);
  });

  it('are twenty at most, of 64 characters without control characters at most', () => {
    const names = Array.from({ length: 21 }, (_, at) => `n${at}`);
    expect(unknownNames(Object.fromEntries(names.map(name => [name, 1])))).toEqual(names.slice(0, 20));
    expect(unknownNames({ ['x'.repeat(65)]: 1 })).toEqual(['x'.repeat(64)]);
    expect(unknownNames({ 'a\u0000b': 1 })[0]).not.toContain('\u0000');
  });
});
