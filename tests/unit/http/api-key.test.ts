import { expect, it, test } from 'vitest';
import { isApiKeySecret, newApiKeySecret, shownPrefixOf } from '../../../server/http/api-key.ts';

const SECRET = `tp_${'0'.repeat(43)}2CZclj`;

it('has 43 random characters between its prefix and a checksum', () => {
  const secrets = Array.from({ length: 50 }, newApiKeySecret);
  for (const secret of secrets) {
    expect(secret).toMatch(/^tp_[0-9A-Za-z]{49}$/);
    expect(isApiKeySecret(secret)).toBe(true);
  }
  expect(new Set(secrets).size).toBe(secrets.length);
  // 2,150 random characters without one of the 62 are rarer than once in 10¹³ runs.
  expect(new Set(secrets.map(secret => secret.slice(3, 46)).join('')).size).toBe(62);
});

test.each([
  [SECRET, true],
  [`tp_${'Zz9'.repeat(14)}a20V0Te`, true],
  [`tp_${'0'.repeat(42)}12CZclj`, false],
  [`tp_${'0'.repeat(43)}2CZclk`, false],
  [`tp_${'0'.repeat(43)}jlcZC2`, false],
  [`x${SECRET}`, false],
  [`${SECRET}0`, false],
  [SECRET.slice(0, -1), false],
  [SECRET.slice(3), false],
  ['', false],
])('%s is a secret: %s', (text, expected) => {
  expect(isApiKeySecret(text)).toBe(expected);
});

it('is shown by its first six random characters', () => {
  expect(shownPrefixOf('tp_0123456789abc')).toBe('tp_012345');
});
