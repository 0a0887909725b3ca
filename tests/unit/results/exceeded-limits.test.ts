import { expect, it } from 'vitest';
import { readExceededLimits, type PlausibilityLimits } from '../../../server/results/exceeded-limits.ts';
import type { Columnar } from '../../../server/store/clickhouse/engine/columnar.ts';
import type { ConversionRow } from '../../../server/store/clickhouse/events/result-events.ts';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 29, 12);

type Made = Partial<ConversionRow> & { readonly conversionId: string };
const conversion = ({ ts = 0, ...rest }: Made): ConversionRow => ({
  productId: 1,
  visitorId: '5',
  cvType: 1,
  bot: false,
  ip: '::',
  args: '',
  userId: '',
  otherKey1: '',
  otherKey2: '',
  otherKey3: '',
  amount: 0,
  origin: 'page',
  unreadableValues: 0,
  ...rest,
  ts: NOON + ts,
});

/** A store with these conversions, in the order of the store. It notes the periods and visitors that it is searched for. */
const storeOf = (conversions: readonly ConversionRow[]) => {
  const searches: Record<string, unknown>[] = [];
  const query = async ({ query_params }: { query_params: Record<string, unknown> }) => {
    searches.push(query_params);
    const { from, to } = query_params as { from: number; to: number };
    const data = conversions
      .filter(({ ts }) => ts >= from && ts <= to)
      .toSorted((a, b) => a.ts - b.ts || Number(BigInt(a.conversionId) - BigInt(b.conversionId)))
      .map(({ ts, ...row }) => ({ ...row, ms: String(ts) }));
    return { json: async () => ({ data }) };
  };
  return { searches, columnar: { query } as unknown as Columnar };
};

const limitsOf = (limits: Partial<PlausibilityLimits>) =>
  new Map([
    [
      1,
      {
        id: 1,
        maxConversionAmount: 0,
        maxVisitorConversionsPerHour: 0,
        conversionKeyRequired: false,
        ...limits,
      },
    ],
  ]);

/** Which limits each of these conversions exceeds. */
const exceeded = async (conversions: readonly Made[], limits: Partial<PlausibilityLimits>) => {
  const rows = conversions.map(conversion);
  const { columnar, searches } = storeOf(rows);
  const limitsOfRow = await readExceededLimits(columnar, rows, limitsOf(limits));
  return { exceeded: rows.map(limitsOfRow), searches };
};

it('an amount is exceeded by more than it, and one of 0 is no limit', async () => {
  const amounts = [0, 1_000, 1_001].map((amount, at) => ({ conversionId: String(at + 1), amount }));
  const found = await exceeded(amounts, { maxConversionAmount: 1_000 });
  expect(found).toEqual({ exceeded: [null, null, 1], searches: [] });
  expect((await exceeded(amounts, {})).exceeded).toEqual([null, null, null]);
});

it('a value that could not be read is named whatever the limits are, and beside those that are exceeded', async () => {
  const conversions = [
    { conversionId: '1', unreadableValues: 1 },
    { conversionId: '2', unreadableValues: 2, amount: 1_001 },
    { conversionId: '3', unreadableValues: 3 },
    { conversionId: '4', unreadableValues: 2, amount: 1_001, visitorId: '6' },
  ];
  expect((await exceeded(conversions, {})).exceeded).toEqual([4, 4, 4, 4]);
  const limits = { maxConversionAmount: 1_000, maxVisitorConversionsPerHour: 2 };
  expect((await exceeded(conversions, limits)).exceeded).toEqual([4, 5, 6, 5]);
});

it('a number is exceeded by the last conversions of an hour, which begins after the same time', async () => {
  const times = [0, 1, HOUR - 1, HOUR, HOUR + 1, 2 * HOUR + 1];
  const found = await exceeded(
    times.map((ts, at) => ({ conversionId: String(at + 1), ts })),
    { maxVisitorConversionsPerHour: 2 },
  );
  // At HOUR, those of 1, HOUR - 1 and HOUR count; at HOUR + 1, those of HOUR - 1, HOUR and HOUR + 1.
  expect(found.exceeded).toEqual([null, null, 2, 2, 2, null]);
  expect(found.searches).toMatchObject([
    { products: [1], visitors: [5n], from: NOON - HOUR, to: NOON + 2 * HOUR + 1 },
  ]);
});

it('conversions of one millisecond count in the order of their ids, which are numbers', async () => {
  const found = await exceeded(
    ['10', '9', '100'].map(conversionId => ({ conversionId })),
    { maxVisitorConversionsPerHour: 2 },
  );
  expect(found.exceeded).toEqual([null, null, 2]);
});

it('conversions count in the order of their times, also where their ids have another one', async () => {
  const found = await exceeded(
    [
      { conversionId: '5', ts: 0 },
      { conversionId: '1', ts: 10 },
    ],
    { maxVisitorConversionsPerHour: 1 },
  );
  expect(found.exceeded).toEqual([null, 2]);
});

it('both limits may be exceeded, by the same conversion', async () => {
  const found = await exceeded(
    [
      { conversionId: '1', amount: 11 },
      { conversionId: '2', amount: 10 },
      { conversionId: '3', amount: 11 },
    ],
    { maxConversionAmount: 10, maxVisitorConversionsPerHour: 1 },
  );
  expect(found.exceeded).toEqual([1, 2, 3]);
});

it('other visitors do not count', async () => {
  const found = await exceeded(
    [
      { conversionId: '1' },
      { conversionId: '2', visitorId: '6' },
      { conversionId: '3' },
      { conversionId: '4', visitorId: '6' },
    ],
    { maxVisitorConversionsPerHour: 1 },
  );
  expect(found.exceeded).toEqual([null, null, 2, 2]);
});

it('what a server with the key reports is not limited and does not count', async () => {
  const reported: readonly Made[] = [
    { conversionId: '1', origin: 'server', amount: 11 },
    { conversionId: '2', origin: 'server', amount: 11 },
    { conversionId: '3', amount: 11 },
  ];
  const limits = { maxConversionAmount: 10, maxVisitorConversionsPerHour: 1 };
  const withKey = { ...limits, conversionKeyRequired: true };
  expect((await exceeded(reported, withKey)).exceeded).toEqual([null, null, 1]);
  expect((await exceeded(reported, limits)).exceeded).toEqual([1, 3, 3]);
  // Nothing is searched for a batch of such conversions.
  expect((await exceeded(reported.slice(0, 2), withKey)).searches).toEqual([]);
});

it('a product without known limits has none', async () => {
  const found = await exceeded([{ conversionId: '1', productId: 2, amount: 10_000_000 }], {
    maxConversionAmount: 1,
    maxVisitorConversionsPerHour: 1,
  });
  expect(found).toEqual({ exceeded: [null], searches: [] });
});
