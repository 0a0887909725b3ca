import { createHmac } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillMacros, fillTag, macrosOf, noticeKey, noticeUrl } from '../../../server/results/macros.ts';

const result = {
  id: 42,
  cvAdId: 7,
  xclid: 'c é/?&=#',
  mediaSessionId: 's',
  mediaManagement1: 'k&1',
  mediaManagement2: '媒体',
  mediaManagement3: '',
  args: '注文 1',
  amount: 5_480,
  cvTime: new Date('2026-02-28T15:00:00.000Z'),
};
const network = {
  id: 3,
  resultMethod: 2,
  webhookUrl: 'https://net.example/p?x={xclid}',
  unapprovedValue: '待',
  approvedValue: 'OK',
  rejectedValue: 'NG',
};

describe('macros', () => {
  test('are URL-encoded in every position', () => {
    const url = noticeUrl(
      result,
      1,
      {
        ...network,
        webhookUrl:
          'https://net.example/{key2}/p?x={xclid}&k={key1}&o={args}&y={amount}&s={status}&t={cv_time}&a={ad_id}&r={result_id}&m={media_session}{key3}#{xclid}',
      },
      'secret',
    );
    expect(url).toBe(
      'https://net.example/%E5%AA%92%E4%BD%93/p?x=c%20%C3%A9%2F%3F%26%3D%23&k=k%261&o=%E6%B3%A8%E6%96%87%201&y=5480&s=OK&t=2026-03-01T00%3A00%3A00%2B09%3A00&a=7&r=42&m=s#c%20%C3%A9%2F%3F%26%3D%23',
    );
  });

  test('that are unknown are removed, also names that every object has', () => {
    expect(
      fillMacros('https://net.example/?a={nothing}&b={constructor}&c={toString}&d={__proto__}', {}),
    ).toBe('https://net.example/?a=&b=&c=&d=');
  });

  test('never determine the host', () => {
    const values = { args: '127.0.0.1' };
    expect(fillMacros('https://{args}/p', values)).toBe('https:///p');
    expect(fillMacros('https://{args}.net.example:{args}/p', values)).toBe('https://.net.example:/p');
    expect(fillMacros('HTTPS://{args}.net.example/{args}', values)).toBe('HTTPS://.net.example/127.0.0.1');
    expect(fillTag('<img src="HTTPS://{args}.net.example/{args}">', values)).toBe(
      '<img src="HTTPS://.net.example/127.0.0.1">',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), args => {
        expect(new URL(fillMacros('https://net.example/{args}?a={args}#{args}', { args })).host).toBe(
          'net.example',
        );
      }),
    );
  });

  test.each([
    ['  s3://{args}.net.example/{args}', 's3://.net.example/127.0.0.1'],
    ['/p?u=https://{args}/', '/p?u=https://127.0.0.1/'],
    ['p?a={args}', 'p?a=127.0.0.1'],
    [' p', ' p'],
  ])('of the URL %j yield %j', (template, filled) => {
    expect(fillMacros(template, { args: '127.0.0.1' })).toBe(filled);
  });

  test('of a tag are removed from hosts, and encoded elsewhere', () => {
    expect(fillTag('<img src=http:{args}/p><img src="https:/{args}/{args}">', { args: "!'()*a" })).toBe(
      '<img src=http:/p><img src="https://%21%27%28%29%2Aa">',
    );
  });

  test('with an unpaired surrogate are filled with the replacement character', () => {
    expect(fillMacros('https://net.example/?a={args}', { args: 'a\ud83d' })).toBe(
      'https://net.example/?a=a%EF%BF%BD',
    );
  });

  test('are filled once, so a value that looks like a macro remains text', () => {
    expect(fillMacros('https://net.example/?a={args}', { args: '{amount}', amount: '1' })).toBe(
      'https://net.example/?a=%7Bamount%7D',
    );
  });

  test("{status} is the network's word for the status", () => {
    expect(([0, 1, 2] as const).map(status => macrosOf(result, status, network, 'key').status)).toEqual([
      '待',
      'OK',
      'NG',
    ]);
  });

  test('{signature} can be verified with the key of the network alone', () => {
    const key = noticeKey('installation secret', network.id);
    expect(macrosOf(result, 1, network, key).signature).toBe(
      createHmac('sha256', key).update('42.OK').digest('hex'),
    );
    expect(noticeKey('installation secret', 4)).not.toBe(key);
    expect(key).toMatch(/^[\w-]{43}$/);
  });

  test('of a result without an ad are empty', () => {
    expect(macrosOf({ ...result, cvAdId: null }, 0, network, 'key').ad_id).toBe('');
  });
});

test('a network that is notified by a tag, or has no URL, has no webhook call', () => {
  expect(noticeUrl(result, 1, { ...network, resultMethod: 1 }, 's')).toBeNull();
  expect(noticeUrl(result, 1, { ...network, webhookUrl: '' }, 's')).toBeNull();
});
