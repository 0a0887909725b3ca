import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createClickTokens } from '../../server/collector/tokens.ts';

describe('click tokens', () => {
  const click = { interactionId: 2n ** 64n - 1n, visitorId: '18446744073709551615', adId: 4_294_967_295 };

  test.each(['', '短い', 'k'.repeat(64), 'é'.repeat(64)])('are sealed with the HMAC-SHA256 that everybody computes, under the key %j', secret => {
    const token = Buffer.from(createClickTokens(secret).make(click, 7), 'base64url');
    const seal = createHmac('sha256', secret).update(token.subarray(0, 20)).update(Buffer.of(0, 0, 0, 7)).digest().subarray(0, 6);
    expect(token.subarray(20)).toEqual(seal);
  });

  test('are read by their product alone', () => {
    const tokens = createClickTokens('s');
    const token = tokens.make(click, 7);
    expect(tokens.read(token, 7)).toEqual(click);
    expect(tokens.read(token, 8)).toBeNull();
    expect(createClickTokens('t').read(token, 7)).toBeNull();
  });
});
