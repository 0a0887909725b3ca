import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it, test } from 'vitest';
import { createSessionCookies, readSessionCookie } from '../../../server/accounts/session-cookie.ts';

const read = (
  cookie: string | undefined,
  headers: Readonly<Record<string, string>> = { 'x-session-cookie': '' },
) => readSessionCookie({ headers: { ...headers, ...(cookie !== undefined && { cookie }) } });

test.each([
  ['touchpath-refresh=lasting.a-B_9', { token: 'a-B_9', isLasting: true }],
  ['x=1;touchpath-refresh=passing.b ;y=2', { token: 'b', isLasting: false }],
  [`touchpath-refresh=passing.${'x'.repeat(200)}`, { token: 'x'.repeat(200), isLasting: false }],
  [`touchpath-refresh=passing.${'x'.repeat(201)}`, null],
  ['touchpath-refresh=passing.', null],
  ['touchpath-refresh=passing.é', null],
  ['touchpath-refresh=xpassing.b', null],
  ['touchpath-refresh=passing.b.c', null],
  ['touchpath-refresh=other.b', null],
  ['other-touchpath-refresh=passing.b', null],
  ['touchpath-refreshed=passing.b', null],
  ['', null],
  [undefined, null],
])('the token in the cookie %s is %o', (cookie, expected) => {
  expect(read(cookie)).toEqual(expected);
});

it('is not read without the header that other sites cannot send', () => {
  expect(read('touchpath-refresh=lasting.a', {})).toBeNull();
});

test.each([
  ['https', 'http://a.example', true],
  ['http', 'https://a.example', true],
  ['http', 'http://https:.example', false],
])(
  'cookies of a request by %s to a program at %s are sent by https only: %s',
  (protocol, address, isSecure) => {
    const sent: unknown[] = [];
    const reply = { header: (...header: unknown[]) => sent.push(header) } as unknown as FastifyReply;
    const request = { protocol } as FastifyRequest;
    const cookies = createSessionCookies(address);
    cookies.write(request, reply, { token: 'a', isLasting: false });
    cookies.write(request, reply, { token: 'a', isLasting: true });
    cookies.clear(request, reply);
    const secure = isSecure ? '; Secure' : '';
    const pair = (value: string, mark: string, age: string) => [
      'set-cookie',
      [
        `touchpath-refresh=${value}; Path=/api/v1/auth/${age}; HttpOnly${secure}; SameSite=Strict`,
        `touchpath-signed-in=${mark}; Path=/${age}${secure}; SameSite=Lax`,
      ],
    ];
    expect(sent).toEqual([
      pair('passing.a', 'true', ''),
      pair('lasting.a', 'true', '; Max-Age=2592000'),
      pair('', '', '; Max-Age=0'),
    ]);
  },
);
