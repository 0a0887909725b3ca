import { createHash } from 'node:crypto';
import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { readDeviceCookie, writeDeviceCookie } from '../../../server/accounts/device-cookie.ts';
import {
  describeAppSecret,
  hashRecoveryCode,
  isAppCode,
  newAppSecret,
  newRecoveryCodes,
  readCode,
  RECOVERY_CODE_COUNT,
  stepOfCode,
} from '../../../server/accounts/one-time-codes.ts';

/** The secret of RFC 6238, appendix B. */
const SECRET = Buffer.from('12345678901234567890');

describe('a code of an app', () => {
  // The last six digits of the codes with eight digits in appendix B.
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [20_000_000_000, '353130', 666_666_666],
  ])('at %d s is %s', (seconds, code, step) => {
    expect(stepOfCode(SECRET, code, seconds * 1000)).toBe(step);
  });

  it('is accepted from the step before it to the end of the step after it', () => {
    // The code of step 37037036, which is 1,111,111,080 s to 1,111,111,110 s.
    const at = (seconds: number) => stepOfCode(SECRET, '081804', seconds * 1000);
    const [from, until] = [1_111_111_050, 1_111_111_140];
    expect([at(from), at(until - 0.001)]).toEqual([37_037_036, 37_037_036]);
    expect([at(from - 0.001), at(until)]).toEqual([null, null]);
  });

  it('has six digits; anything else is a recovery code', () => {
    expect(['012345', '01234', '0123456', '01234A', 'A012345'].map(isAppCode)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('is computed by an app from the address, as this program does', () => {
    const secret = newAppSecret();
    expect(secret).toHaveLength(20);
    const { key, address } = describeAppSecret(secret, 'a@acme.example');
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    const query = `?issuer=Touchpath&secret=${key}&algorithm=SHA1&digits=6&period=30`;
    expect(address).toBe(`otpauth://totp/Touchpath:a%40acme.example${query}`);
    const app = new TOTP({ secret: key });
    expect(stepOfCode(secret, app.generate({ timestamp: 60_000 }), 60_000)).toBe(2);
  });
});

it('a code is read without blanks and dashes, in any case and width', () => {
  expect(readCode(' abcd-EFGH ijkl\tmnop ')).toBe('ABCDEFGHIJKLMNOP');
  expect(readCode('１２３　４５６')).toBe('123456');
});

it('recovery codes are shown in groups and stored as salted hashes of what is typed', () => {
  const { shown, stored } = newRecoveryCodes();
  expect(new Set(shown).size).toBe(RECOVERY_CODE_COUNT);
  for (const code of shown) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
  expect(stored.salt).toHaveLength(16);
  expect(stored.hashes).toEqual(shown.map(code => hashRecoveryCode(stored.salt, readCode(code))));
  expect(newRecoveryCodes().stored.salt).not.toEqual(stored.salt);
  expect(hashRecoveryCode(Buffer.from('salt'), 'CODE')).toEqual(
    createHash('sha256').update('saltCODE').digest(),
  );
});

describe('the cookie of a remembered browser', () => {
  it('is sent by this site over https only, for 30 days', () => {
    expect(writeDeviceCookie(7, 'token')).toBe(
      'touchpath-device-7=token; Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=Strict',
    );
  });

  it('is read for its user', () => {
    const header = 'a=b;touchpath-device-77=x; touchpath-device-7=y=z ;touchpath-device-8=w';
    expect([7, 77, 8, 9].map(user => readDeviceCookie(header, user))).toEqual(['y=z', 'x', 'w', null]);
    expect(readDeviceCookie(undefined, 7)).toBeNull();
    expect(readDeviceCookie('xtouchpath-device-7=y', 7)).toBeNull();
  });
});
