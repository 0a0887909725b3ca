import * as fc from 'fast-check';
import type { LoggedEvent, LoggedWorld } from './naive-logs.ts';
import type { TestParts } from './test-parts.ts';

/** Random events of a product, and the functions that store them. */

export const FIRST = Date.UTC(2026, 1, 1);
export const HOUR = 3_600_000;
export const URLS = [
  'https://shop.example/É?q=日本語',
  "https://shop.example/O'S\\%_%25",
  '',
  'https://shop.example/🎯\t"x"',
];
const KEYS = ['', 'A-1', 'a-1', "O'S\\", '注文 É', '%_%', '12345'];

export const event = (id: bigint | number, over: Partial<LoggedEvent> = {}): LoggedEvent => ({
  id: BigInt(id),
  visitor: 1,
  ts: FIRST,
  ip: '203.0.113.9',
  bot: false,
  repeated: false,
  ad: 1,
  url: 'https://shop.example/',
  args: '',
  last: true,
  key: '',
  device: 'desktop',
  amount: Number(id),
  redirect: 0,
  page: 0,
  ...over,
});

const anyEvent = (ads: readonly number[]) =>
  fc.record({
    visitor: fc.integer({ min: 1, max: 3 }),
    ts: fc.integer({ min: 0, max: 40 }).map(n => FIRST + Math.floor(n / 2) * 6 * HOUR + (n % 2)),
    ip: fc.constantFrom('203.0.113.9', '198.51.100.7', '2001:db8::1', '::'),
    bot: fc.integer({ min: 0, max: 5 }).map(n => n === 0),
    ad: fc.constantFrom(...ads),
    url: fc.constantFrom(...URLS),
    args: fc.constantFrom('', 'A-1', "O'S\\", '注文'),
    last: fc.boolean(),
    key: fc.constantFrom(...KEYS),
    device: fc.constantFrom('desktop', 'mobile', ''),
    amount: fc.constantFrom(0, 1, 980, 12_000),
    redirect: fc.constantFrom(0, 1, 2),
    page: fc.constantFrom(0, 1, 2),
  });

/** Events that share visitors, milliseconds and addresses. Their ids do not follow the time. */
export const anyWorld: fc.Arbitrary<LoggedWorld> = fc
  .record({
    contacts: fc.array(fc.tuple(anyEvent([1, 2, 3]), fc.boolean()), { maxLength: 25 }),
    accesses: fc.array(anyEvent([0, 1, 2, 3]), { maxLength: 15 }),
    conversions: fc.array(anyEvent([0]), { maxLength: 15 }),
    seed: fc.integer({ min: 0, max: 50 }),
  })
  .map(({ contacts, accesses, conversions, seed }) => {
    const idOf = (kind: number, n: number) => 2n ** 63n + BigInt(((n * 37 + seed) % 101) * 10 + kind);
    return {
      contacts: contacts.map(([one, repeated], n) => ({ ...one, repeated, id: idOf(0, n) })),
      accesses: accesses.map((one, n) => ({ ...one, repeated: false, id: idOf(1, n) })),
      conversions: conversions.map((one, n) => ({ ...one, repeated: false, id: idOf(2, n) })),
    };
  });

export const CLIENT = {
  ua: 'Mozilla/5.0 "日本"',
  os: 'Windows',
  os_ver: '10',
  browser: 'Chrome',
  browser_ver: '120',
};
const common = ({ visitor, ts, ip, bot, device, key }: LoggedEvent) => ({
  product_id: 1,
  visitor_id: String(visitor),
  ts,
  ip: ip.includes(':') ? ip : `::ffff:${ip}`,
  bot: bot ? 1 : 0,
  referrer: key,
  ...CLIENT,
  device,
});
const insert = async ({ columnar }: TestParts, table: string, values: readonly object[]): Promise<void> => {
  if (values.length > 0) await columnar.insert({ table, format: 'JSONEachRow', values: [...values] });
};

export const writeWorld = async (
  parts: TestParts,
  { contacts, accesses, conversions }: LoggedWorld,
): Promise<void> => {
  await insert(
    parts,
    'contact',
    contacts.map(one => ({
      ...common(one),
      interaction_id: String(one.id),
      ad_id: one.ad,
      redirect_id: one.redirect,
      lpo_number: one.page,
      landing_url: one.url,
      repeated: one.repeated ? 1 : 0,
      xclid: one.key,
      media_session_id: one.args,
      media_management1: one.key,
      media_management2: '',
      media_management3: '',
      click_cost: one.amount / 100,
    })),
  );
  await insert(
    parts,
    'access',
    accesses.map(one => ({
      ...common(one),
      access_id: String(one.id),
      interaction_id: one.ad === 0 ? '0' : '5',
      ad_id: one.ad,
      access_url: one.url,
      query: one.key,
    })),
  );
  await insert(
    parts,
    'conversion',
    conversions.map(one => ({
      ...common(one),
      conversion_id: String(one.id),
      cv_type: one.last ? 1 : 0,
      cv_setting_id: one.last ? 1 : 0,
      origin: one.last ? 'url' : 'server',
      args: one.args,
      user_id: 'é',
      other_key1: one.key,
      other_key2: '',
      other_key3: '',
      amount: one.amount,
      url: one.url,
    })),
  );
};

export const forgetWorld = async ({ columnar }: TestParts): Promise<void> => {
  for (const table of ['contact', 'access', 'conversion'])
    await columnar.command({ query: `TRUNCATE TABLE ${table}` });
};
