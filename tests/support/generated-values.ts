/** mulberry32: the same requests for the same seed. */
export const createRandom = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return { next, below, pick: <One>(list: readonly One[]): One => list[below(list.length)]! };
};
export type Random = ReturnType<typeof createRandom>;

/** Texts that break careless code: quotes, control characters, markup, paths, formulas, other scripts. */
export const HOSTILE_TEXTS = [
  '',
  ' ',
  "'; drop table users; --",
  '\u0000',
  '\ud800',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%ff',
  '{{7*7}}',
  '=HYPERLINK("x")',
  '日本語é😀',
  'null',
  '-1',
  '1e309',
  'x'.repeat(5_000),
  '__proto__',
  '2026-02-30',
  '9999-12-31',
] as const;
/** Numbers at the boundaries of types. */
export const HOSTILE_NUMBERS = [
  0,
  -1,
  1,
  2,
  1.5,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  Number.MAX_SAFE_INTEGER,
  1e308,
];
/** Values of types that no field has, or that few have. */
export const OTHER_VALUES: readonly unknown[] = [null, true, [], {}, [[]], { a: { b: [1] } }];
