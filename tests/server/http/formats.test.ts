import { BlockList, isIPv4, isIPv6 } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAddressRange } from '../../../server/attribution/excluded.ts';
import { hostOf, webUrl } from '../../../server/collector/hosts.ts';
import { failureOf } from '../../../server/http/error-handler.ts';
import { addFormats, formats, type FormatName } from '../../../server/http/formats.ts';
import { Byte, Closed, Int, Long, Nullable, Short } from '../../../server/http/schemas.ts';
import { Type } from '@fastify/type-provider-typebox';

const spellings = Object.fromEntries(
  Object.entries(formats).map(([name, { pattern }]) => [name, new RegExp(pattern, 'u')]),
) as Record<FormatName, RegExp>;
const takes = (format: FormatName, value: string) => spellings[format].test(value);

const GOOD: Partial<Record<FormatName, readonly string[]>> = {
  email: ['a@b.jp', 'da..me.@docomo.ne.jp', "o'connor+ads@shop.example", `${'a'.repeat(64)}@b.example`],
  url: [
    'https://shop.example',
    'HTTP://shop.example:8080/a?b=1&c=[x]#花',
    'http://localhost:3000/',
    'https://花いろ.jp/é',
    'https://xn--u9jy36j.jp/',
    'http://192.0.2.1/',
    'http://[2001:db8::1]:443/',
    'https://net.example/cv?id={result_id}&s={signature}',
    'https://my_shop.example/',
    'https://shop.example./',
    ...[9_999, 59_999, 64_999, 65_499, 65_529, 65_535].map(port => `https://shop.example:${port}/`),
  ],
  domain: [
    'shop.example',
    'SHOP.example',
    '花いろ.jp',
    'ショッピングカー.co.jp',
    'xn--u9jy36j.jp',
    'a-b.c-d.example',
    'bücher.example',
  ],
  phone: [
    '03-1234-5678',
    '(03) 1234-5678',
    '03(1234)5678',
    '+81 3 1234 5678',
    '0120.123.456',
    '0312345678',
    '11000',
  ],
  'address-range': [
    '192.0.2.1',
    '10.0.0.0/8',
    '0.0.0.0/0',
    '255.255.255.255/32',
    '::',
    '::1',
    '2001:db8::/32',
    '::ffff:192.0.2.1',
    '2001:DB8:0:0:8:800:200C:417A/128',
    '1:2:3:4:5:6:7::',
    '::2:3:4:5:6:7:8',
    '1:2::3:4:5:6:7',
    '1:2:3:4:5::192.0.2.1',
  ],
  long: [
    '0',
    '-1',
    '9223372036854775807',
    '-9223372036854775808',
    '999999999999999999',
    '8999999999999999999',
  ],
};
const BAD: Partial<Record<FormatName, readonly string[]>> = {
  email: [
    'a',
    'a@b',
    '@b.jp',
    'a@b@c.jp',
    'a b@c.jp',
    'あ@b.jp',
    'a@-b.jp',
    'a@b.jp\n',
    `${'a'.repeat(65)}@b.jp`,
    'a@b..jp',
    'a@1.2.3.4',
  ],
  url: [
    'shop.example',
    'ftp://shop.example',
    'javascript:alert(1)',
    'https://',
    'https:///a',
    'https://user:pass@shop.example/',
    'https://shop.example@evil.example/',
    'https://shop.example:65536/',
    'https://a b/',
    'https://shop.example/a b',
    'https://shop.example/\n',
    'https://1.2.3.256/',
    'https://1.2.3/',
    'https://-a.example/',
    'https://[::1',
    'https://[fe80::1%25eth0]/',
    'https://shop.example\\evil',
    'https://shop.example/\u3000',
    'https://shop.example:/',
  ],
  domain: [
    'localhost',
    'https://shop.example',
    'shop.example/',
    'shop.example:80',
    'shop..example',
    '.example',
    'shop.example.',
    '-a.example',
    'a_b.example',
    '192.0.2.1',
    'a b.example',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(127)}jp`,
    'shop.example\n',
  ],
  phone: [
    'abc',
    '1234',
    '03--1234-5678',
    '03-1234-5678x',
    '+',
    '()12345',
    '1234567890123456',
    '０３-1234-5678',
    '03-1234-5678\n',
    '-03-1234-5678',
  ],
  'address-range': [
    '256.0.0.1',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0',
    '10.0.0.0/',
    '01.0.0.1',
    ':::',
    '1::2::3',
    '2001:db8::/129',
    '::1%eth0',
    'g::',
    '1:2:3:4:5:6:7:8:9',
    '1:2::3:4:5:6:7:8',
    '1:2:3:4:5::6:192.0.2.1',
    ' 10.0.0.1',
    '10.0.0.1,10.0.0.2',
  ],
  long: [
    '9223372036854775808',
    '-9223372036854775809',
    '-0',
    '01',
    '0223372036854775807',
    '1.0',
    '1e3',
    '１',
    '+1',
  ],
};

describe.each(Object.keys(GOOD) as FormatName[])('the format %s', name => {
  it('accepts valid values and an empty text', () => {
    expect(GOOD[name]!.filter(value => !takes(name, value))).toEqual([]);
    expect(takes(name, '')).toBe(true);
  });

  it('refuses invalid values', () => {
    expect(BAD[name]!.filter(value => takes(name, value))).toEqual([]);
  });
});

describe('a text of 10 KB', () => {
  const PARTS = [
    'a',
    '1',
    '.',
    '-',
    ':',
    '/',
    '@',
    '(',
    'a.',
    '1.',
    'a-',
    ':a',
    '::',
    '1-',
    '(1)',
    '%',
    'あ',
    'http://a',
    'https://a.',
    'a@',
    'a@a.',
    '/1',
    '\u0000',
    '-1',
    '9',
  ];
  it.each(Object.keys(formats) as FormatName[])(
    'is checked in linear time as %s, for any repeated pattern',
    name => {
      for (const head of ['', 'http://', 'a@', '+', '-', '1.2.3.', '::']) {
        for (const part of PARTS) {
          for (const tail of ['', '!', ' ', '\n']) {
            const text = head + part.repeat(Math.ceil(10_240 / part.length)) + tail;
            let least = Infinity;
            // A run with garbage collection may be slow, so the least of three runs counts.
            for (let turn = 0; turn < 3 && least >= 50_000; turn++) {
              const from = process.cpuUsage();
              takes(name, text);
              least = Math.min(least, process.cpuUsage(from).user);
            }
            expect(least, `${head}(${part})*${JSON.stringify(tail)}`).toBeLessThan(50_000);
          }
        }
      }
    },
  );
});

describe('a value of a format', () => {
  const v4 = fc.ipV4();
  const v6 = fc.ipV6();
  const noise = fc.string({ unit: fc.constantFrom(...'0123456789abcdefF:./% g'.split('')), maxLength: 45 });

  it('for addresses and ranges is accepted exactly if node:net and the exclusion rules accept it', () => {
    const prefix = fc.option(
      fc.oneof(fc.integer({ min: -1, max: 140 }).map(String), fc.constantFrom('', '00', '08', '1e1', ' 8')),
      { nil: undefined },
    );
    fc.assert(
      fc.property(fc.oneof(v4, v6, noise), prefix, (address, bits) => {
        const entry = bits === undefined ? address : `${address}/${bits}`;
        const passes = entry !== '' && takes('address-range', entry);
        expect(passes).toBe(entry === entry.trim() && isAddressRange(entry));
        if (!passes) return;
        const [start = '', count] = entry.split('/');
        const family = isIPv4(start) ? 'ipv4' : 'ipv6';
        expect(isIPv4(start) || isIPv6(start)).toBe(true);
        new BlockList().addSubnet(start, Number(count ?? (family === 'ipv4' ? 32 : 128)), family);
      }),
      { numRuns: 3000 },
    );
  });

  const character = fc.oneof(
    fc.constantFrom(...'abzAZ09.-_:/@[]?#%{} \\花ーがé１．。א'.split('')),
    fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
  );
  const hostile = fc.string({ unit: character, maxLength: 40 });

  it('for URLs is one that a redirect may lead to', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          hostile.map(text => `https://${text}`),
          hostile.map(text => `http://a.example${text}`),
          fc.webUrl({ withQueryParameters: true, withFragments: true }),
          hostile,
        ),
        text => {
          if (text === '' || !takes('url', text) || /xn--/i.test(text)) return;
          const url = webUrl(text);
          expect(url, text).not.toBeNull();
          expect(['http:', 'https:']).toContain(url?.protocol);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('for domains is a host that the collector accepts', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          hostile,
          hostile.map(text => `${text}.jp`),
          fc.domain(),
        ),
        text => {
          if (text === '' || !takes('domain', text) || /xn--/i.test(text)) return;
          expect(hostOf(text), text).not.toBeNull();
          expect(hostOf(`https://${text}/x`)).toBe(hostOf(text));
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('for domains has only characters that browsers accept', () => {
    const refused = Array.from({ length: 0xffff }, (_, n) => String.fromCharCode(n + 1)).filter(
      letter => takes('domain', `${letter}a.jp`) && webUrl(`http://${letter}a.jp`) === null,
    );
    expect(refused).toEqual([]);
  });

  it("for domains may consist of Latin-1 letters, which Node's URL.canParse refuses", () => {
    expect([hostOf('b\u00fccher.example'), webUrl('http://\u00e9.jp/')?.hostname]).toEqual([
      'xn--bcher-kva.example',
      'xn--9ca.jp',
    ]);
  });

  it('for longs is between the bounds of 64 bits', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
          fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }),
        ),
        value => {
          expect(takes('long', String(value))).toBe(value >= -(2n ** 63n) && value < 2n ** 63n);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('for money has at most 8 digits before the point and 2 after it', () => {
    expect(
      [0, 1, 0.1, 0.25, 99_999_999, 99_999_999.99, -5].filter(value => !takes('cv-cost', String(value))),
    ).toEqual([]);
    expect(
      [100_000_000, 0.125, 0.1 + 0.2, 1e-7, 1e21, 99_999_999.999, Infinity, NaN].filter(value =>
        takes('cv-cost', String(value)),
      ),
    ).toEqual([]);
  });
});

describe('a body that violates its schema', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = Fastify({
      ajv: {
        customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true },
        onCreate: addFormats,
      },
    });
    app.setErrorHandler((error, _request, reply) => reply.code(400).send(failureOf(error).fields));
    app.post(
      '/',
      {
        schema: {
          body: Closed({
            url: Type.Optional(Type.String({ minLength: 1, maxLength: 100, format: 'url' })),
            mail: Type.Optional(Nullable(Type.String({ format: 'email' }))),
            ips: Type.Optional(
              Type.Array(Type.String({ minLength: 1, format: 'address-range' }), {
                minItems: 1,
                maxItems: 2,
              }),
            ),
            phone: Type.Optional(Type.String({ format: 'phone' })),
            domain: Type.Optional(Type.String({ format: 'domain' })),
            cost: Type.Optional(Type.Number({ minimum: 0, format: 'cv-cost' })),
            fee: Type.Optional(Type.Number({ minimum: 0, format: 'ad-fee' })),
            share: Type.Optional(Type.Number({ minimum: 0, maximum: 100, format: 'rate' })),
            count: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
            byte: Type.Optional(Byte('')),
            short: Type.Optional(Short('')),
            int: Type.Optional(Int('')),
            long: Type.Optional(Long('')),
          }),
        },
      },
      () => ({}),
    );
    await app.ready();
  });
  afterAll(() => app.close());
  const faults = async (payload: object) =>
    (await app.inject({ method: 'POST', url: '/', payload })).json<Record<string, { code: string }[]>>();

  it.each([
    [{ url: '' }, { url: [{ code: 'required' }] }],
    [{ url: 'x' }, { url: [{ code: 'format_url' }] }],
    [{ mail: 'x' }, { mail: [{ code: 'format_email' }] }],
    [{ mail: null }, {}],
    [{ ips: [] }, { ips: [{ code: 'choose_one' }] }],
    [{ ips: ['10.0.0.1', '10.0.0.1/99'] }, { 'ips.1': [{ code: 'format_ip' }] }],
    [{ ips: ['::', '::', '::'] }, { ips: [{ code: 'too_many', values: { max: 2 } }] }],
    [{ phone: 'x' }, { phone: [{ code: 'format_phone' }] }],
    [{ domain: 'x' }, { domain: [{ code: 'format_domain' }] }],
    [{ cost: 100_000_000 }, { cost: [{ code: 'cv_cost' }] }],
    [{ fee: 0.001 }, { fee: [{ code: 'ad_fee' }] }],
    [{ share: 33.333 }, { share: [{ code: 'rate' }] }],
    [{ share: 1000 }, { share: [{ code: 'rate' }] }],
    [{ share: 101 }, { share: [{ code: 'maximum', values: { max: 100 } }] }],
    [{ cost: -1 }, { cost: [{ code: 'minimum', values: { min: 0 } }] }],
    [{ count: 0 }, { count: [{ code: 'positive' }] }],
    [{ count: 1.5 }, { count: [{ code: 'integer' }] }],
    [{ count: '1' }, { count: [{ code: 'integer' }] }],
    [
      { byte: 128, short: 32_768, int: 2_147_483_648, long: '9223372036854775808' },
      {
        byte: [{ code: 'maximum', values: { max: 127 } }],
        short: [{ code: 'maximum', values: { max: 32_767 } }],
        int: [{ code: 'maximum', values: { max: 2_147_483_647 } }],
        long: [{ code: 'long' }],
      },
    ],
    [
      { byte: -129, short: -32_769, int: -2_147_483_649, long: '-9223372036854775809' },
      {
        byte: [{ code: 'minimum', values: { min: -128 } }],
        short: [{ code: 'minimum', values: { min: -32_768 } }],
        int: [{ code: 'minimum', values: { min: -2_147_483_648 } }],
        long: [{ code: 'long' }],
      },
    ],
    [{ byte: 127, short: 32_767, int: 2_147_483_647, long: '9223372036854775807' }, {}],
  ])('has the documented fault codes: %j', async (body, expected) => {
    expect(await faults(body)).toEqual(expected);
  });
});
