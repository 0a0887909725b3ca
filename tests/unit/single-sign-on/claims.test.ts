import { describe, expect, it, test } from 'vitest';
import { readPerson, roleOfGroups, type ClaimRules } from '../../../server/single-sign-on/claims.ts';
import {
  clearSignInCookie,
  readSignInCookie,
  writeSignInCookie,
} from '../../../server/single-sign-on/sign-in-cookie.ts';

const CLAIMS = { sub: 's 1', email: 'a@acme.example', email_verified: true, name: 'é 日本' };
const RULES: ClaimRules = {
  issuer: 'https://login.example',
  groupClaim: 'groups',
  emailDomains: ['acme.example', 'acme.test'],
  unstatedEmails: false,
};
const read = (claims: object = {}, rules: Partial<ClaimRules> = {}) =>
  readPerson({ ...CLAIMS, ...claims } as Parameters<typeof readPerson>[0], { ...RULES, ...rules });
const PERSON = { subject: 's 1', email: 'a@acme.example', name: 'é 日本', groups: [] };

describe('the claims of an identity provider', () => {
  it('identify a person', () => {
    expect(read()).toEqual(PERSON);
    expect(read({ email: ' a@acme.example\n' })).toEqual(PERSON);
  });

  it.each([
    undefined,
    7,
    '',
    'a',
    'a@',
    '@acme.example',
    'a b@acme.example',
    'a@x@acme.example',
    `${'a'.repeat(242)}@acme.example`,
  ])('identify nobody by the address %j', email => {
    expect(read({ email })).toBe('email_missing');
  });

  it('identify a person by an address of 254 characters', () => {
    const email = `${'a'.repeat(241)}@acme.example`;
    expect([email.length, read({ email })]).toEqual([254, { ...PERSON, email }]);
  });

  it.each<[object, boolean, boolean]>([
    [{ email_verified: true }, true, true],
    [{ email_verified: 'true' }, true, true],
    [{ email_verified: 1 }, true, true],
    [{ email_verified: '1' }, true, true],
    [{ email_verified: false }, false, false],
    [{ email_verified: 'false' }, false, false],
    [{ email_verified: 0 }, false, false],
    [{ email_verified: 2 }, false, false],
    [{ email_verified: '' }, false, false],
    [{ email_verified: {} }, false, false],
    [{ email_verified: undefined }, false, true],
    [{ email_verified: null }, false, true],
    [{ email_verified: undefined, xms_edov: true }, true, true],
    [{ email_verified: null, xms_edov: '1' }, true, true],
    [{ email_verified: undefined, xms_edov: null }, false, true],
    [{ email_verified: undefined, xms_edov: false }, false, false],
    [{ email_verified: false, xms_edov: true }, false, false],
  ])('%j verify an address: %s, where unstated ones are accepted: %s', (claims, verified, unstated) => {
    expect(read(claims)).toEqual(verified ? PERSON : 'email_unverified');
    expect(read(claims, { unstatedEmails: true })).toEqual(unstated ? PERSON : 'email_unverified');
  });

  it.each([
    ['a@ACME.example', true],
    ['a@acme.test', true],
    ['a@sub.acme.example', false],
    ['a@evil-acme.example', false],
    ['a@acme.example.evil', false],
  ])('identify %s as of the company: %s', (email, isOurs) => {
    expect(read({ email })).toEqual(isOurs ? { ...PERSON, email } : 'email_domain');
  });

  it.each([
    [undefined, false],
    ['', false],
    ['other.example', false],
    [' ACME.test ', true],
    ['acme.example', true],
  ])('of Google name the organisation of the account, %j: %s', (hd, isOurs) => {
    expect(read({ hd }, { issuer: 'https://accounts.google.com' })).toEqual(isOurs ? PERSON : 'email_domain');
    expect(read({ hd })).toEqual(PERSON);
  });

  it('name the person by the name, else by the user name, else by the address, in 100 characters', () => {
    expect(read({ name: ' ', preferred_username: ' é ' })).toMatchObject({ name: 'é' });
    expect(read({ name: 7, preferred_username: null })).toMatchObject({ name: 'a@acme.example' });
    expect(read({ name: '😀'.repeat(101) })).toMatchObject({ name: '😀'.repeat(100) });
  });

  it.each<[object, readonly string[] | null]>([
    [{ groups: 'é' }, ['é']],
    [{ groups: ['a', 7, null, 'b'] }, ['a', 'b']],
    [
      { groups: Array.from({ length: 2_001 }, (_, at) => `${at}`) },
      Array.from({ length: 2_000 }, (_, at) => `${at}`),
    ],
    [{ groups: { a: 1 } }, []],
    [{ _claim_names: { groups: 'src1' } }, null],
    [{ groups: ['a'], _claim_names: { groups: 'src1' } }, ['a']],
    [{ _claim_names: { other: 'src1' } }, []],
    [{ _claim_names: null }, []],
    [{ _claim_names: 'groups' }, []],
  ])('with %j state the groups', (claims, groups) => {
    expect(read(claims)).toEqual({ ...PERSON, groups });
  });
});

test('the role is that of the group with the smallest priority, of equal ones that of the first name', () => {
  const mapped = [
    { groupName: 'b', roleId: 2, priority: 1 },
    { groupName: 'a', roleId: 1, priority: 1 },
    { groupName: 'c', roleId: 3, priority: 0 },
    { groupName: 'd', roleId: 4, priority: 2 },
  ];
  const roles = (...groups: string[]) => [mapped, mapped.toReversed()].map(all => roleOfGroups(groups, all));
  expect(roles('d', 'b', 'a', 'c')).toEqual([3, 3]);
  expect(roles('d', 'b', 'a')).toEqual([1, 1]);
  expect(roles('d', 'x')).toEqual([4, 4]);
  expect([...roles('x'), ...roles()]).toEqual([null, null, null, null]);
});

describe('the cookie of a sign-in', () => {
  const STATE = 'state-é_1;23456789abcdef';

  it('is of one sign-in, for ten minutes, and not for scripts', () => {
    expect(writeSignInCookie(STATE, 'to.ken=')).toBe(
      'touchpath-single-sign-on-state-_1234567=to.ken=; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    expect(clearSignInCookie(STATE)).toBe(
      'touchpath-single-sign-on-state-_1234567=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  });

  it('is read for its sign-in only', () => {
    const header =
      'a=1;  touchpath-single-sign-on-other=x; touchpath-single-sign-on-state-_1234567=to.ken=;b=2';
    expect(readSignInCookie(header, STATE)).toBe('to.ken=');
    expect(readSignInCookie(header, 'other')).toBe('x');
    for (const state of ['state', 'othe', '']) expect(readSignInCookie(header, state)).toBeNull();
    expect(readSignInCookie(undefined, STATE)).toBeNull();
  });
});
