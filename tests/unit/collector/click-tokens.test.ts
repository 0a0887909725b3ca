import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createClickTokens,
  createPasses,
  createTagTokens,
  PASS_SECONDS,
  TAG_TOKEN_SECONDS,
} from '../../../server/collector/tokens.ts';
import { fixedKey } from '../../../server/platform/key-ring.ts';

test('tokens of each kind are signed by the present key, and read under each accepted one', () => {
  let [current, accepted] = ['old', ['old']];
  const ring = { current: () => current, accepted: () => accepted };
  const click = { interactionId: 5n, visitorId: '6', adId: 7 };
  const clicks = createClickTokens(ring);
  const tags = createTagTokens(ring);
  const [oldClick, oldTag] = [clicks.make(click, 7), tags.make(5n, 7)];
  [current, accepted] = ['old', ['new', 'old']];
  expect([clicks.make(click, 7), tags.make(5n, 7)]).toEqual([oldClick, oldTag]);
  // Another process may sign with the new key already.
  expect(clicks.read(createClickTokens(fixedKey('new')).make(click, 7), 7)).toEqual(click);
  [current, accepted] = ['new', ['new', 'old']];
  expect(clicks.make(click, 7)).toBe(createClickTokens(fixedKey('new')).make(click, 7));
  expect([clicks.read(oldClick, 7), tags.read(oldTag, 7)]).toEqual([click, 5n]);
  accepted = ['new'];
  expect([clicks.read(oldClick, 7), tags.read(oldTag, 7)]).toEqual([null, null]);
});

describe('click tokens', () => {
  const click = { interactionId: 2n ** 64n - 1n, visitorId: '18446744073709551615', adId: 4_294_967_295 };

  test.each(['', '短い', 'k'.repeat(64), 'é'.repeat(64)])(
    'are sealed with a standard HMAC-SHA256 under the key %j',
    secret => {
      const token = Buffer.from(createClickTokens(fixedKey(secret)).make(click, 7), 'base64url');
      const seal = createHmac('sha256', secret)
        .update(token.subarray(0, 20))
        .update(Buffer.of(0, 0, 0, 7))
        .digest()
        .subarray(0, 6);
      expect(token.subarray(20)).toEqual(seal);
    },
  );

  test('are valid for their product only', () => {
    const tokens = createClickTokens(fixedKey('s'));
    const token = tokens.make(click, 7);
    expect(tokens.read(token, 7)).toEqual(click);
    expect(tokens.read(token, 8)).toBeNull();
    expect(createClickTokens(fixedKey('t')).read(token, 7)).toBeNull();
  });

  test('have one spelling: the spare bits of the last character must be zero', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const tokens = createClickTokens(fixedKey('s'));
    const token = tokens.make(click, 7);
    const last = alphabet.indexOf(token.at(-1)!);
    // 35 characters have 210 bits, of which 26 bytes leave two spare.
    const others = [1, 2, 3].map(bits => token.slice(0, -1) + alphabet[last + bits]!);
    expect(
      others.map(other => Buffer.from(other, 'base64url').equals(Buffer.from(token, 'base64url'))),
    ).toEqual([true, true, true]);
    expect(others.map(other => tokens.read(other, 7))).toEqual([null, null, null]);
  });
});

describe('crossdomain passes', () => {
  const pass = { visitorId: '18446744073709551615', issued: 4_294_967_295 };

  test('hand over a visitor for 30 minutes, sealed for their product', () => {
    const bytes = Buffer.from(createPasses(fixedKey('s')).make(pass, 7), 'base64url');
    const seal = createHmac('sha256', 's')
      .update(bytes.subarray(0, 12))
      .update(Buffer.of(0, 0, 0, 7))
      .digest();
    expect(bytes.subarray(12)).toEqual(seal.subarray(0, 8));
    expect(PASS_SECONDS).toBe(1_800);
  });

  test('are valid completely, for their product and as passes only', () => {
    const token = createPasses(fixedKey('s')).make(pass, 7);
    expect(createPasses(fixedKey('s')).read(token, 7)).toEqual(pass);
    expect(createPasses(fixedKey('s')).read(token, 8)).toBeNull();
    const others = [
      '',
      token.slice(0, -1),
      `${token}A`,
      `${token.slice(0, -1)}.`,
      createTagTokens(fixedKey('s')).make(5n, 7),
    ];
    expect(others.map(other => createPasses(fixedKey('s')).read(other, 7))).toEqual(others.map(() => null));
  });
});

describe('CV tag tokens', () => {
  test('name a conversion for 10 minutes, under their own key', () => {
    const token = createTagTokens(fixedKey('s')).make(2n ** 64n - 1n, 7);
    const key = createHmac('sha256', 's').update('touchpath cv tag').digest('base64url');
    const seal = createHmac('sha256', key)
      .update(Buffer.alloc(8, 0xff))
      .update(Buffer.of(0, 0, 0, 7))
      .digest();
    expect(Buffer.from(token, 'base64url')).toEqual(
      Buffer.concat([Buffer.alloc(8, 0xff), seal.subarray(0, 12)]),
    );
    expect(createTagTokens(fixedKey('s')).read(token, 7)).toBe(2n ** 64n - 1n);
    expect(createTagTokens(fixedKey('s')).read(token, 8)).toBeNull();
    expect(TAG_TOKEN_SECONDS).toBe(600);
  });
});
