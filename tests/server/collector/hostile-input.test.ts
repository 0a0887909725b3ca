import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REASONS } from '../../../server/collector/reasons.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';

let it: CollectorApp;
const lines: string[] = [];
beforeAll(async () => {
  it = await createCollectorApp({
    log: pino(
      { level: 'warn' },
      {
        write: (line: string) => {
          lines.push(line);
        },
      },
    ),
  });
});
afterAll(() => it.close());

const post = (payload: string | Buffer, headers: Record<string, string> = {}, url = '/e') =>
  it.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'text/plain', origin: 'https://shop.example', ...headers },
  });
const body = (more: object) =>
  JSON.stringify({ p: it.shop.shop.id, t: 'view', u: 'https://shop.example/', v: '7', ...more });

test.each<[string, () => string | Buffer, keyof typeof REASONS, Record<string, string>?]>([
  ['an empty body', () => '', 'malformed'],
  ['malformed JSON', () => '{"p":1,', 'malformed'],
  ['a list', () => '[]', 'malformed'],
  ['null', () => 'null', 'malformed'],
  ['bytes that are no text', () => Buffer.from([0xff, 0xfe, 0x00]), 'malformed'],
  ['deep nesting', () => '['.repeat(8000), 'malformed'],
  ['a body beyond 8 KB', () => body({ u: `https://shop.example/${'x'.repeat(8192)}` }), 'payload_too_large'],
  ['a picture', () => body({}), 'unsupported_media_type', { 'content-type': 'image/png' }],
  ['an unknown product', () => body({ p: 999_999 }), 'unknown_product'],
  ['a product that is text', () => body({ p: '1; DROP TABLE contact' }), 'wrong_type'],
  ['no product', () => JSON.stringify({ t: 'view' }), 'wrong_type'],
  ['an unknown kind', () => body({ t: '__proto__' }), 'unknown_kind'],
  ['an address that is a number', () => body({ u: 7 }), 'wrong_type'],
  ['an address that is none', () => body({ u: 'shop.example' }), 'invalid_url'],
  ['an address of another scheme', () => body({ u: 'javascript:alert(1)//shop.example' }), 'invalid_url'],
  ['an address with CR and LF', () => body({ u: 'https://shop.example/\r\nSet-Cookie: a=b' }), 'invalid_url'],
  ['an address with NUL', () => body({ u: 'https://shop.example/\0' }), 'invalid_url'],
  ["somebody else's page", () => body({ u: 'https://evil.example/' }), 'foreign_page'],
  ['a visitor that is an object', () => body({ v: {} }), 'wrong_type'],
  ['values that are a list', () => body({ t: 'cv', a: [] }), 'wrong_type'],
  ['a text that is an object', () => body({ t: 'cv', a: { p_resid: { $ne: 1 } } }), 'wrong_type'],
  ['an amount that is an object', () => body({ t: 'cv', a: { amount: {} } }), 'wrong_type'],
  ['an amount below zero', () => body({ t: 'cv', a: { amount: -0.01 } }), 'invalid_amount'],
  ['an amount beyond all', () => body({ t: 'cv', a: { amount: 1e300 } }), 'invalid_amount'],
  ['a type that is none', () => body({ t: 'cv', a: { type: true } }), 'invalid_type'],
  ['a text with NUL', () => body({ t: 'cv', a: { p_key1: '\0' } }), 'control_character'],
  ['a long text', () => body({ t: 'cv', a: { p_key1: '日'.repeat(256) } }), 'text_too_long'],
  ['an unknown button', () => body({ t: 'click', s: 999_999 }), 'unknown_setting'],
])('%s is refused with a reason and not recorded', async (_name, payload, code, headers) => {
  const before = it.collector.counts();
  const answer = await post(payload(), headers);
  const reason = REASONS[code];
  expect([answer.statusCode, answer.json()]).toEqual([
    reason.outcome === 'refuse' ? reason.status : 0,
    { code, _message: [reason.outcome === 'refuse' ? reason.message : ''] },
  ]);
  const after = it.collector.counts();
  expect(after[`refused_${code}`]).toBe((before[`refused_${code}`] ?? 0) + 1);
  expect([after['accepted_access'], after['accepted_conversion']]).toEqual([
    before['accepted_access'],
    before['accepted_conversion'],
  ]);
});

test('a redirect with a 10 KB address is refused with a reason', async () => {
  const answer = await it.app.inject(`/r/${it.shop.links.plain.id}?a_xclid=${'x'.repeat(10_240)}`);
  expect([answer.statusCode, answer.json()]).toMatchObject([414, { code: 'url_too_long' }]);
  expect(
    (await it.app.inject(`/cv?product=${it.shop.shop.id}&visitor=7&args=${'x'.repeat(10_240)}`)).statusCode,
  ).toBe(414);
});

test('a conversion at a day that its month does not have is refused, and one at the last day of it is recorded', async () => {
  const report = async (time: string) => {
    const key = it.shop.shop.conversionKey;
    const answer = await it.app.inject({
      method: 'POST',
      url: '/cv',
      headers: { 'content-type': 'application/json' },
      payload: { product: it.shop.shop.id, visitor: '12', cv_time: time, key },
    });
    return answer.json<{ code?: string }>().code ?? answer.statusCode;
  };
  const now = new Date(it.parts.clock.now());
  const last: string[] = [];
  for (const back of [1, 2, 3, 4, 5]) {
    // The last day of each month before, in UTC.
    const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back + 1, 0));
    const month = end.toISOString().slice(0, 8);
    for (const zone of ['T12:00:00Z', 'T12:00+09:00', ' 12:00:00.5 09:00']) {
      last.push(`${month}${end.getUTCDate()}${zone}`);
      for (let day = end.getUTCDate() + 1; day <= 32; day += 1)
        expect([day, await report(`${month}${day}${zone}`)]).toEqual([day, 'invalid_time']);
      expect(await report(`${month}00${zone}`)).toBe('invalid_time');
    }
  }
  for (const time of ['2026-13-01T00:00:00Z', '2027-02-29T00:00:00Z', '0000-00-00T00:00:00Z'])
    expect(await report(time)).toBe('invalid_time');
  expect((await it.rows('conversion')).filter(row => row['visitor_id'] === '12')).toEqual([]);
  for (const time of last) expect([time, await report(time)]).toEqual([time, 200]);
});

test('a flood of invalid input is logged once a second and counted', async () => {
  lines.length = 0;
  const before = it.collector.counts()['refused_foreign_page'] ?? 0;
  await new Promise(resolve => setTimeout(resolve, 1001));
  const begun = performance.now();
  await Promise.all(Array.from({ length: 50 }, () => post(body({ u: 'https://evil.example/' }))));
  const seconds = Math.ceil((performance.now() - begun) / 1000);
  expect(it.collector.counts()['refused_foreign_page']).toBe(before + 50);
  expect(lines.filter(line => line.includes('foreign_page')).length).toBeLessThanOrEqual(1 + seconds);
  expect(lines.length).toBeGreaterThanOrEqual(1);
});

test('a referrer beyond the limit is cut to its origin, and a half surrogate becomes U+FFFD', async () => {
  await post(
    `{"p":${it.shop.shop.id},"t":"cv","u":"https://shop.example/","v":"11","r":"https://media.example/${'x'.repeat(3000)}","a":{"p_resid":"a\\ud800b"}}`,
  );
  const row = (await it.rows('conversion')).find(one => one['visitor_id'] === '11');
  expect(row).toMatchObject({ referrer: 'https://media.example/', args: 'a\ufffdb' });
});

test(
  'accepted input is stored byte for byte but for spaces around it, and refused input is not stored',
  { timeout: 120_000 },
  async () => {
    let visitor = 1_000_000;
    const storedText = (sent: string) => sent.replaceAll(/\p{Surrogate}/gu, '\ufffd').trim();
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom("'", '\\', '\\N', '\t', '\u2028', '日本語é', '\ud800', '{}', '\\u0000', '"', '\0'),
    );
    const event = fc.record({
      args: text,
      user: text,
      key: text,
      amount: fc.integer({ min: 0, max: 999_999_999_999 }),
      path: fc.webPath(),
      query: fc.webQueryParameters(),
      agent: fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 40 }), async events => {
        const expected = new Map<string, object>();
        const refused = new Set<string>();
        await Promise.all(
          events.map(async one => {
            const v = String(++visitor);
            const u = `https://shop.example${one.path}?${one.query}`;
            const answer = await post(
              JSON.stringify({
                p: it.shop.shop.id,
                t: 'cv',
                u,
                v,
                a: { p_resid: one.args, p_userid: one.user, p_key1: one.key, amount: one.amount },
              }),
              { 'user-agent': one.agent },
            );
            if (answer.statusCode >= 400) refused.add(v);
            else {
              expected.set(v, {
                args: storedText(one.args),
                user_id: storedText(one.user),
                other_key1: storedText(one.key),
                amount: String(one.amount),
                url: u,
                ua: one.agent.trim(),
              });
            }
          }),
        );
        const rows = (await it.rows('conversion')).filter(
          row => Number(row['visitor_id']) > visitor - events.length && Number(row['visitor_id']) <= visitor,
        );
        expect(rows).toHaveLength(expected.size);
        for (const row of rows) {
          expect(refused.has(String(row['visitor_id']))).toBe(false);
          const { ua, ...rest } = expected.get(String(row['visitor_id'])) as { ua: string };
          expect(row).toMatchObject(rest);
          expect(String(row['ua']).trim()).toBe(ua);
        }
      }),
      { numRuns: 25 },
    );
    expect(it.collector.counts()['failed_unexpected']).toBeUndefined();
  },
);
