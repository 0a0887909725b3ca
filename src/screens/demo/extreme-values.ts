import type { Format, NumberFormat, TextFormat } from '../../resources/column.ts';

/** Value of a cell; null: none. */
type Value = string | number | readonly (number | null)[] | null;

export const LONG =
  '新生活応援キャンペーン（春）／検索広告・ディスプレイ広告・アフィリエイト併用 — a name that nobody shortened, résumé included';
export const ACCENTS = 'é-1 Ünïcode 𠮷野家 <b>&amp;</b> 👩‍💻';

export const NUMBER_CASES = ['usual', 'large', 'small', 'zero', 'negative', 'none'] as const;
export const TEXT_CASES = ['usual', 'long', 'accents', 'edge', 'none'] as const;
type NumberCase = (typeof NUMBER_CASES)[number];
type TextCase = (typeof TEXT_CASES)[number];

/** Edge cases of numbers: fractions that round up, many digits, negative values. */
export const NUMBERS: Readonly<Record<NumberFormat | 'trend', Readonly<Record<NumberCase, Value>>>> = {
  count: { usual: 1234, large: 9_876_543_210, small: 1, zero: 0, negative: -42, none: null },
  share: { usual: 12.5, large: 98_765.432, small: 0.005, zero: 0, negative: -1.005, none: null },
  yen: { usual: 128_000, large: 9_999_999_999, small: 1, zero: 0, negative: -98_765, none: null },
  price: { usual: 120.5, large: 99_999_999.99, small: 0.01, zero: 0, negative: -0.5, none: null },
  percent: { usual: 0.12345, large: 12.3456, small: 0.00005, zero: 0, negative: -0.25, none: null },
  duration: { usual: 3725, large: 34_560_000, small: 1, zero: 0, negative: 86_400, none: null },
  trend: {
    usual: [3, 5, 4, 8, 6, 9, 12],
    large: [0, 0, 9_876_543, 0],
    small: [7],
    zero: [0, 0, 0],
    negative: [4, null, null, -6, 2],
    none: null,
  },
};

/**
 * Edge cases of texts: no spaces, characters outside the basic plane, markup, the last second of a month in
 * Tokyo.
 */
export const TEXTS: Readonly<Record<TextFormat, Readonly<Record<TextCase, Value>>>> = {
  text: { usual: '春の検索広告', long: LONG, accents: ACCENTS, edge: '', none: null },
  word: { usual: 'mobile', long: 'excluded_ip', accents: 'no_contact', edge: '', none: null },
  choice: { usual: '1', long: '0', accents: '2', edge: '', none: null },
  id: { usual: '10293', long: '1234567890123456789', accents: '662E41', edge: '0001', none: null },
  address: {
    usual: 'https://www.example.com/lp?a=1',
    long: `https://www.example.com/${'very-long/'.repeat(12)}?q=%E6%98%A5`,
    accents: 'https://例え.テスト/é?q=春',
    edge: '2001:db8::1',
    none: null,
  },
  time: {
    usual: '2026-11-21T03:04:05Z',
    long: '2026-12-31T14:59:59Z',
    accents: '2024-02-28T15:00:00Z',
    edge: '2026-01-31T14:59:59Z',
    none: null,
  },
  day: { usual: '2026-11-21', long: '2026-12-31', accents: '2024-02-29', edge: '2026-01-31', none: null },
  tags: { usual: 'mobile', long: 'desktop,repeated,excluded_ip', accents: 'bot,unset', edge: '', none: null },
};

/** One of a format's values by a running number, for generated rows. */
export const valueOf = (format: Format, turn: number): Value => {
  const values: readonly Value[] = Object.values(
    format in NUMBERS ? NUMBERS[format as keyof typeof NUMBERS] : TEXTS[format as keyof typeof TEXTS],
  );
  return values[turn % values.length] ?? null;
};
