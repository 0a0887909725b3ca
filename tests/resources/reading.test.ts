// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import {
  halfWidth,
  readAddresses,
  readDayText,
  readDomain,
  readHost,
  readInteger,
  readMoney,
  readPhone,
  readPlain,
  readUrl,
  isPeriod,
  showAddresses,
  showDay,
  showInteger,
  showMoney,
  showPeriod,
} from '../../src/components/fields/reading.ts';
import { sumOfRates } from '../../src/components/fields/pages-field.tsx';

describe('typed text', () => {
  test.each([
    ['１２３', 123],
    ['1,234', 1234],
    ['１，２３４', 1234],
    ['－５', -5],
    ['ー５', -5],
    [' 42 ', 42],
    ['', null],
    ['　', null],
    ['12a', '12a'],
    ['1,2', '1,2'],
    ['1.5', '1.5'],
    ['十', '十'],
    ['9007199254740993', '9007199254740993'],
  ])('is read as a whole number: %j is %j', (text, value) => {
    expect(readInteger(text)).toBe(value);
  });

  test.each([
    ['１２３４．５', 1234.5],
    ['¥1,234.50', 1234.5],
    ['1234円', 1234],
    ['0.05', 0.05],
    ['.5', 0.5],
    ['5.', 5],
    ['。5', 0.5],
    ['', null],
    ['1.2.3', '1.2.3'],
    ['1,23', '1,23'],
    ['.', '.'],
    ['-', '-'],
    ['abc', 'abc'],
    ['1e5', '1e5'],
  ])('is read as money: %j is %j', (text, value) => {
    expect(readMoney(text)).toBe(value);
  });

  test.each([
    ['２０２６／１／２', '2026-01-02'],
    ['2026年1月2日', '2026-01-02'],
    ['20260102', '2026-01-02'],
    ['2026/02/30', '2026/02/30'],
    ['', null],
  ])('is read as a day: %j is %j', (text, value) => {
    expect(readDayText(text)).toBe(value);
  });

  test('of an identifier or address is normalised in width only', () => {
    expect(readPlain('　ＡＢＣ＿１ ')).toBe('ABC_1');
    expect(readPhone('０３ー１２３４−５６７８')).toBe('03-1234-5678');
    expect(readDomain('ｅｘａｍｐｌｅ．ｊｐ')).toBe('example.jp');
    expect(readDomain('例え。jp')).toBe('例え.jp');
    expect(readUrl(' ｈｔｔｐｓ：／／例え.jp/ｶﾅ?q=Ａ ')).toBe('https://例え.jp/ｶﾅ?q=Ａ');
    expect(halfWidth('ｶﾞ　é🎯')).toBe('ｶﾞ é🎯');
    expect(readAddresses('１９２．０．２．１、 198.51.100.0/24，\n2001:db8::/32,,')).toEqual([
      '192.0.2.1',
      '198.51.100.0/24',
      '2001:db8::/32',
    ]);
  });

  test.each([
    ['https://ｓｈｏｐ．example/', 'shop.example'],
    [' http://www.例え.jp:8080/カート?id=1#top ', 'www.例え.jp'],
    ['//shop.example', 'shop.example'],
    ['shop.example/', 'shop.example'],
    ['shop.example:443', 'shop.example'],
    ['a@shop.example', 'a@shop.example'],
    ['ftp://shop.example/', 'ftp://shop.example/'],
    ['https://', 'https://'],
  ])('is read as a host: %j is %j', (text, host) => {
    expect(readHost(text)).toBe(host);
  });

  test('that cannot be read is kept and shown as typed', () => {
    for (const text of ['12a', '1,2', '２０２６／１３／１', '〇']) {
      expect(showInteger(readInteger(text))).toBe(text);
      expect(showMoney(readMoney(text))).toBe(text);
      expect(showDay(readDayText(text))).toBe(text);
    }
  });
});

test('a number is shown in groups of three digits, money with two decimals and never rounded', () => {
  expect([showInteger(1234567), showInteger(-1234), showInteger(0), showInteger(null)]).toEqual([
    '1,234,567',
    '-1,234',
    '0',
    '',
  ]);
  expect([showMoney(1234.5), showMoney(0), showMoney(1.005), showMoney(null)]).toEqual([
    '1,234.50',
    '0.00',
    '1.005',
    '',
  ]);
  expect([showDay('2026-01-02'), showAddresses(['192.0.2.1', '::1']), showAddresses('a,b')]).toEqual([
    '2026/01/02',
    '192.0.2.1, ::1',
    'a,b',
  ]);
});

test('a period is shown as two dates; other texts are unchanged', () => {
  expect([isPeriod('2026-02-01 – 2026-02-28'), showPeriod('2026-02-01 – 2026-02-28')]).toEqual([
    true,
    '2026/02/01 – 2026/02/28',
  ]);
  const texts = ['2026-02-01', '2026-02-01 - 2026-02-28', 'x 2026-02-01 – 2026-02-28', ''];
  expect(texts.map(text => [isPeriod(text), showPeriod(text)])).toEqual(texts.map(text => [false, text]));
});

test('the shares of landing pages are summed exactly, an invalid share as zero', () => {
  const page = (rate: unknown) => ({ title: '', url: '', rate });
  expect(sumOfRates([page(33.3), page(33.3), page(33.4)])).toBe(100);
  expect(sumOfRates([page(60.5), page('abc'), page(null)])).toBe(60.5);
});
