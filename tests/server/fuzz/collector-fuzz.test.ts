import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { product } from '../../../server/store/postgres/schema/index.ts';
import { createCollectorApp, type CollectorApp } from '../../support/collector-app.ts';
import {
  createRandom,
  HOSTILE_NUMBERS,
  HOSTILE_TEXTS,
  OTHER_VALUES,
  type Random,
} from '../../support/generated-values.ts';
import { limit, runs } from '../../support/long.ts';

/**
 * Generated reports to every route of the collector: valid, at a boundary, invalid, hostile and in other encodings. No
 * answer is a failure of the server or takes 5 s, and each acknowledged event is stored exactly once, or set aside as
 * rejected; no refused one is stored. `npm run fuzz` sends 100,000.
 */

const SEED = Number(process.env['TEST_SEED'] ?? 20_260_301);
const MAX_ANSWER_MS = 5_000;
const AT_ONCE = 100;
const SECRET = 'fuzz-conversion-key-0123456789';
/** Visitors of generated pixels, which have no agent column to carry the number of their request. */
const FIRST_PIXEL_VISITOR = 70_000_000;
/** Refusals by 503 that docs/collector.md names; none of their events is stored. */
const DOCUMENTED_503 = new Set(['overloaded', 'store_unavailable', 'claims_unavailable', 'unavailable']);

let world: CollectorApp;
beforeAll(async () => {
  world = await createCollectorApp();
}, 60_000);
afterAll(() => world.close());

type Method = 'GET' | 'POST' | 'HEAD' | 'PUT' | 'OPTIONS' | 'DELETE';
interface Report {
  readonly method: Method;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
  /** The row that an acknowledgement promises; absent: none, or one that the answer names. */
  readonly promises?: 'access' | 'contact' | 'conversion' | 'impression';
}

/** Text as the bytes of a header, which Node reads as Latin-1. */
const asHeader = (text: string): string => Buffer.from(text.replaceAll(/[\r\n\0]/g, ' ')).toString('latin1');
const escaped = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '?'));

/** The value, or in one of `odds` cases another one. */
const mostly = <Value>(random: Random, value: Value, odds = 0.08): unknown =>
  random.next() < odds
    ? random.pick<unknown>([...HOSTILE_TEXTS, ...HOSTILE_NUMBERS, ...OTHER_VALUES])
    : value;

/** A body in another encoding, or damaged. */
const encoded = (random: Random, body: string): string | Buffer => {
  if (random.next() < 0.9) return body;
  const bytes = Buffer.from(body);
  const damaged = Buffer.from(bytes);
  damaged[random.below(damaged.length)] = random.pick([0, 0x80, 0xc0, 0xff, 0x22, 0x7b]);
  return random.pick<string | Buffer>([
    Buffer.from(body, 'utf16le'),
    Buffer.from(body, 'latin1'),
    Buffer.from([0xef, 0xbb, 0xbf, ...bytes]),
    bytes.subarray(0, random.below(bytes.length)),
    damaged,
    `${body}${body}`,
    `[${body}]`,
  ]);
};

const pageOf = (random: Random): string =>
  random.pick([
    'https://shop.example/',
    'https://shop.example/thanks',
    'https://www.shop.example/日本語?q=é#top',
    `https://shop.example/?tp_ad=${world.shop.directAd.id}&gclid=${escaped(random.pick(HOSTILE_TEXTS))}`,
    `https://shop.example/?xclid=${escaped(random.pick(HOSTILE_TEXTS))}`,
    `https://shop.example/${'x'.repeat(random.pick([2_026, 2_027, 2_028]))}`,
    'https://shop.example/%E3%8?%=%zz',
    'https://media.example/from',
    'https://evil.example/',
  ]);

const valuesOf = (random: Random, mark: string): object => ({
  p_resid: mostly(random, random.pick([mark, '', 'order-1'])),
  p_userid: mostly(random, 'user é'),
  p_key1: mostly(random, 'x'.repeat(random.pick([1, 254, 255, 256]))),
  amount: mostly(random, random.pick([0, 1, 0.5, 999_999_999_999, 1_000_000_000_000])),
  type: mostly(random, random.pick([0, 1])),
});

const agentOf = (random: Random, mark: string): string =>
  `${mark} ${random.pick(['Mozilla/5.0 (iPhone)', 'Googlebot/2.1', '日本語é😀', "'; drop", 'x'.repeat(600)])}`;

const beacon = (random: Random, mark: string): Report => {
  const kind = random.pick(['view', 'view', 'cv', 'click'] as const);
  const body = JSON.stringify({
    p: mostly(random, world.shop.shop.id, 0.03),
    t: mostly(random, kind, 0.03),
    u: mostly(random, pageOf(random), 0.03),
    v: mostly(random, random.pick(['7', '', '18446744073709551615', '18446744073709551616', '0'])),
    r: mostly(random, 'https://media.example/é'),
    x: mostly(random, ''),
    ...(kind === 'click' && { s: mostly(random, world.shop.settings.button.id) }),
    ...(kind !== 'view' && { a: mostly(random, valuesOf(random, mark)) }),
  });
  const payload = encoded(random, body);
  const type = random.pick([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/json; charset=shift_jis',
    'text/plain; charset="',
  ]);
  return {
    method: 'POST',
    url: random.next() < 0.02 ? '/e?x=%00%ff' : '/e',
    payload,
    headers: {
      'content-type': random.next() < 0.02 ? asHeader(random.pick(HOSTILE_TEXTS)) : type,
      'user-agent': asHeader(agentOf(random, mark)),
      ...(random.next() < 0.5 && { origin: 'https://shop.example' }),
      ...(random.next() < 0.05 && { 'x-forwarded-for': asHeader(random.pick(HOSTILE_TEXTS)) }),
    },
    ...(payload === body && body.includes('"t":"view"') && { promises: 'access' }),
    ...(payload === body && body.includes(`"p_resid":"${mark}"`) && { promises: 'conversion' }),
  };
};

const click = (random: Random, mark: string): Report => {
  const { links } = world.shop;
  const link = random.pick(Object.values(links)).id;
  const id = random.next() < 0.9 ? String(link) : escaped(String(mostly(random, 1, 1)));
  const parameter = random.pick(['a_xclid', 'a_media_session', 'a_key1', 'lp', '__proto__', 'url']);
  return {
    method: random.pick(['GET', 'GET', 'GET', 'GET', 'HEAD']),
    url: `/r/${id}?${parameter}=${random.next() < 0.1 ? '%E3%8' : escaped(random.pick(HOSTILE_TEXTS))}`,
    headers: {
      'user-agent': asHeader(agentOf(random, mark)),
      ...(random.next() < 0.5 && { cookie: asHeader(`a=b; tpv1=${random.pick(HOSTILE_TEXTS)}`) }),
      ...(random.next() < 0.5 && { referer: asHeader(pageOf(random)) }),
    },
    promises: 'contact',
  };
};

const pixel = (random: Random, sequence: number): Report => {
  const ad = random.next() < 0.8 ? String(world.shop.plainAd.id) : escaped(String(mostly(random, 1, 1)));
  const visitor =
    random.next() < 0.9 ? String(FIRST_PIXEL_VISITOR + sequence) : asHeader(random.pick(HOSTILE_TEXTS));
  return {
    method: 'GET',
    url: `/i/${ad}.gif`,
    headers: { 'user-agent': 'Mozilla/5.0', cookie: `tpv${world.shop.companyId}=${visitor}` },
    promises: 'impression',
  };
};

const postback = (random: Random, mark: string): Report => {
  const values = {
    product: mostly(random, world.shop.other.id, 0.03),
    visitor: mostly(random, '11', 0.04),
    key: mostly(random, SECRET, 0.04),
    p_resid: mostly(random, random.pick([mark, '', 'order-2'])),
    amount: mostly(random, random.pick(['0', '12.5', '999999999999'])),
    cv_time: mostly(random, ''),
    ip: mostly(random, random.pick(['203.0.113.9', '2001:db8::1', ''])),
    ua: agentOf(random, mark).slice(0, 250),
  };
  const shape = random.pick(['query', 'form', 'json'] as const);
  const text = Object.entries(values)
    .map(([name, value]) => `${name}=${escaped(typeof value === 'string' ? value : JSON.stringify(value))}`)
    .join('&');
  if (shape === 'query')
    return { method: random.pick(['GET', 'GET', 'GET', 'POST', 'HEAD']), url: `/cv?${text}` };
  return {
    method: 'POST',
    url: '/cv',
    payload: encoded(random, shape === 'form' ? text : JSON.stringify(values)),
    headers: { 'content-type': shape === 'form' ? 'application/x-www-form-urlencoded' : 'application/json' },
  };
};

const elsewhere = (random: Random): Report => {
  const hostile = () => escaped(random.pick(HOSTILE_TEXTS));
  return {
    method: random.pick(['GET', 'POST', 'PUT', 'OPTIONS', 'DELETE']),
    url: random.pick([
      `/t/${world.shop.shop.id}.js`,
      `/t/${hostile()}.js`,
      '/t/cv.js',
      '/t/consent.js',
      '/t/consent2.js',
      '/t/link.js',
      '/e/tags',
      `/e/${hostile()}`,
      `/i/${hostile()}`,
      `/r/${hostile()}`,
      '/%',
      '/r/%E3%8',
    ]),
    headers: { 'content-type': random.pick(['text/plain', 'application/json']) },
    payload: encoded(
      random,
      JSON.stringify({
        c: mostly(random, `${world.shop.shop.id}.x`),
        k: mostly(random, '1'),
        u: mostly(random, 'https://shop.example/'),
        b: mostly(random, [1]),
      }),
    ),
  };
};

const makeReport = (random: Random, sequence: number): Report => {
  const mark = `fz${sequence};`;
  const share = random.next();
  if (share < 0.45) return beacon(random, mark);
  if (share < 0.65) return click(random, mark);
  if (share < 0.75) return pixel(random, sequence);
  if (share < 0.93) return postback(random, mark);
  return elsewhere(random);
};

/** What came of the reports. */
interface Outcome {
  readonly faults: string[];
  /** By table, the numbers of the requests whose acknowledgement promises a row. */
  readonly promised: Readonly<Record<'access' | 'contact' | 'conversion' | 'impression', Set<number>>>;
  /** Ids that `/cv` answered. */
  readonly conversionIds: Set<string>;
  /** Numbers of refused requests. */
  readonly refused: Set<number>;
}

const createOutcome = (): Outcome => ({
  faults: [],
  promised: { access: new Set(), contact: new Set(), conversion: new Set(), impression: new Set() },
  conversionIds: new Set(),
  refused: new Set(),
});

interface Answer {
  readonly statusCode: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

const codeOf = (body: string): string => /^\{"code":"(\w+)"/.exec(body)?.[1] ?? '';

/** What is wrong with an answer; null: nothing. */
const faultOf = ({ statusCode, body }: Answer, isPrefetch: boolean, ms: number): string | null => {
  if (ms > MAX_ANSWER_MS) return `took ${Math.round(ms)} ms`;
  if (statusCode < 500 || (statusCode === 503 && (isPrefetch || DOCUMENTED_503.has(codeOf(body)))))
    return null;
  return `status ${statusCode}: ${body.slice(0, 200)}`;
};

const note = (outcome: Outcome, report: Report, sequence: number, answer: Answer): void => {
  const { statusCode, body, headers } = answer;
  if (statusCode >= 400) outcome.refused.add(sequence);
  if (report.url.startsWith('/cv') && statusCode === 200)
    outcome.conversionIds.add((JSON.parse(body) as { conversion_id: string }).conversion_id);
  if (report.promises === undefined || report.method === 'HEAD') return;
  const isAcknowledged =
    report.promises === 'contact'
      ? statusCode === 302 && String(headers['location']).includes('xclid=')
      : statusCode < 300;
  const isPixelOfNobody =
    report.promises === 'impression' &&
    !report.headers?.['cookie']?.endsWith(String(FIRST_PIXEL_VISITOR + sequence));
  if (isAcknowledged && !isPixelOfNobody) outcome.promised[report.promises].add(sequence);
};

const sendReport = async (random: Random, sequence: number, outcome: Outcome): Promise<void> => {
  const report = makeReport(random, sequence);
  const begun = performance.now();
  const isPrefetch = random.next() < 0.02;
  const answer = await world.app.inject({
    ...report,
    headers: { ...report.headers, ...(isPrefetch && { 'sec-purpose': 'prefetch' }) },
    // A new visitor of each click would be one double click otherwise.
    remoteAddress: `10.0.${sequence % 250}.7`,
  });
  const fault = faultOf(answer, isPrefetch, performance.now() - begun);
  if (fault !== null)
    outcome.faults.push(
      `${report.method} ${report.url.slice(0, 200)} ${String(report.payload).slice(0, 300)}: ${fault}`,
    );
  if (!isPrefetch) note(outcome, report, sequence, answer);
};

/** Number of occurrences of each value. */
const countsOf = (values: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
};

type Table = 'access' | 'contact' | 'conversion' | 'impression';
/** The rows of a table: stored ones, and those set aside because the columnar store refused them. */
const rowsOf = async (table: Table): Promise<readonly Record<string, unknown>[]> => {
  const stored = await world.rows(table);
  const file = join(world.parts.settings.dataDir, 'journal', 'rejected.ndjson');
  const rejected = (await readFile(file, 'utf8').catch(() => ''))
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as { table: string; row: string })
    .filter(one => one.table === table)
    .map(one => JSON.parse(one.row) as Record<string, unknown>);
  return [...stored, ...rejected];
};

const numberIn = (row: Record<string, unknown>): string => /^fz(\d+);/.exec(String(row['ua']))?.[1] ?? '';

it(
  'answers generated reports without a failure or a delay, and stores each acknowledged event once',
  async () => {
    const { parts, shop, collector } = world;
    await parts.db.update(product).set({ conversionKey: SECRET }).where(eq(product.id, shop.other.id));
    await collector.refresh();
    const random = createRandom(SEED);
    const outcome = createOutcome();
    const total = runs(2_000);
    for (let sent = 0; sent < total; sent += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_unused, at) => sendReport(random, sent + at, outcome)),
      );
    expect(outcome.faults).toEqual([]);
    expect(collector.counts()['failed_unexpected']).toBeUndefined();

    const [contact, access, conversion, impression] = [
      await rowsOf('contact'),
      await rowsOf('access'),
      await rowsOf('conversion'),
      await rowsOf('impression'),
    ];
    const missing: string[] = [];
    for (const [table, rows] of Object.entries({ contact, access, conversion })) {
      const stored = countsOf(rows.map(numberIn));
      for (const sequence of outcome.promised[table as Table]) {
        const times = stored.get(String(sequence)) ?? 0;
        if (table === 'conversion' ? times === 0 : times !== 1)
          missing.push(`${table} ${sequence}: ${times} times`);
      }
      missing.push(
        ...[...outcome.refused].filter(one => stored.has(String(one))).map(one => `${table} ${one}: refused`),
      );
    }
    const pixels = countsOf(impression.map(row => String(row['visitor_id'])));
    for (const sequence of outcome.promised.impression)
      if (pixels.get(String(FIRST_PIXEL_VISITOR + sequence)) !== 1) missing.push(`impression ${sequence}`);
    const ids = countsOf(conversion.map(row => String(row['conversion_id'])));
    for (const id of outcome.conversionIds)
      if (ids.get(id) !== 1) missing.push(`conversion ${id}: ${ids.get(id) ?? 0} times`);
    expect(missing).toEqual([]);

    // Nothing but the accepted events, each of them once.
    const counts = collector.counts();
    expect([contact, access, conversion, impression].map(rows => rows.length)).toEqual(
      ['contact', 'access', 'conversion', 'impression'].map(table => counts[`accepted_${table}`] ?? 0),
    );
    // The generator reaches every route: the reports are not all refused.
    const reached = Object.values(outcome.promised).map(one => one.size);
    expect(Math.min(...reached, outcome.conversionIds.size)).toBeGreaterThan(total / 100);
  },
  limit(60_000),
);

const RAW_REQUESTS = [
  'GET /r/1 HTTP/1.1\r\n\r\n',
  'GET /r/\xff\xfe HTTP/1.1\r\nHost: a\r\n\r\n',
  'POST /e HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /e HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\nx',
  'POST /e HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: -1\r\n\r\n{}',
  'POST /e HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}',
  `GET /r/1 HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(40_000)}\r\n\r\n`,
  `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  'GET http://evil.example/r/1 HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc',
  '\r\n\r\n\r\n',
];

it('survives malformed HTTP, and then still answers', async () => {
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = world.app.server.address() as AddressInfo;
  const answers = await Promise.all(
    RAW_REQUESTS.map(async raw => {
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket.on('data', chunk => (answer += chunk.toString('latin1')));
      socket.on('error', () => undefined);
      const closed = once(socket, 'close');
      socket.end(Buffer.from(raw, 'latin1'));
      await closed;
      return /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? '';
    }),
  );
  expect(answers.filter(status => status.startsWith('5'))).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${port}/t/${world.shop.shop.id}.js`)).status).toBe(200);
});
