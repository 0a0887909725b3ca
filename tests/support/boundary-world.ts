const DAY_MS = 86_400_000;
/** Midnight in Tokyo on 29 February 2024. */
const LEAP_DAY = Date.UTC(2024, 1, 28, 15);
/** Midnight in Tokyo on 1 March 2024. */
const MARCH = LEAP_DAY + DAY_MS;
const TERM_DAYS = 30 as const;
const TERM_MS = TERM_DAYS * DAY_MS;

const contact = (visitor: number, ts: number, ad: 1 | 2 | 3 | 4 | 5) => ({
  visitor,
  ts,
  ad,
  ip: '203.0.113.9',
  bot: false,
  repeated: false,
  cost: 1 as const,
  other: false,
  late: 0 as const,
  device: '' as const,
  os: '' as const,
  browser: '' as const,
  url: '' as const,
  redirect: 0 as const,
});
const conversion = (visitor: number, ts: number, amount: number, last = true) => ({
  visitor,
  ts,
  amount,
  last,
  ip: '203.0.113.9',
  bot: false,
  other: false,
  late: 0 as const,
  args: '' as const,
});

/**
 * A world in which each visitor is at one boundary of the attribution rules, which random worlds rarely
 * reach.
 */
export const boundaryWorld = {
  contacts: [
    // A contact exactly one tracking term before the conversion counts; one a millisecond earlier does not.
    contact(1, LEAP_DAY - TERM_MS, 1),
    contact(1, LEAP_DAY - TERM_MS - 1, 2),
    contact(1, LEAP_DAY, 3),
    // One contact, and a conversion without an amount.
    contact(2, LEAP_DAY - 1, 2),
    // Three contacts in the millisecond of their conversion, and an amount that three cannot share evenly.
    contact(3, LEAP_DAY + 5, 3),
    contact(3, LEAP_DAY + 5, 1),
    contact(3, LEAP_DAY + 5, 2),
    // The last millisecond of February and the first of March in Tokyo.
    contact(4, MARCH - 1, 1),
    contact(4, MARCH, 4),
    // A contact one millisecond after the conversion does not count.
    contact(5, LEAP_DAY + 8, 1),
    // Four contacts with one ad, not all of them within one tracking term.
    contact(6, LEAP_DAY - TERM_MS, 5),
    contact(6, LEAP_DAY, 5),
    contact(6, LEAP_DAY + 1, 5),
    contact(6, MARCH - 1, 5),
    // Five and six contacts: the number of the longest paths that are counted apart, and one more.
    ...([1, 2, 1, 2, 3] as const).map((ad, n) => contact(7, LEAP_DAY + n, ad)),
    ...([1, 2, 3, 1, 2, 3] as const).map((ad, n) => contact(8, LEAP_DAY + n, ad)),
  ],
  conversions: [
    conversion(1, LEAP_DAY, 1_000),
    conversion(2, LEAP_DAY, 0),
    conversion(3, LEAP_DAY + 5, 100),
    conversion(4, MARCH - 1, 1),
    conversion(4, MARCH, 2),
    conversion(5, LEAP_DAY + 7, 7),
    conversion(6, MARCH - 1, 99_999, false),
    conversion(6, MARCH - 1, 11),
    conversion(7, LEAP_DAY + 9, 5),
    conversion(8, LEAP_DAY + 9, 6),
  ],
  impressions: [],
  results: [],
  fees: [0 as const, 1 as const, 100_001 as const, 0 as const, 1 as const],
  deleted: [5],
  steps: 1 as const,
  term: TERM_DAYS,
  high: false,
  excluded: [],
  axis: 1 as const,
  linked: false,
  costs: [],
  visible: null,
  past: false,
};
