import { describe, expect, it, test } from 'vitest';
import { ScimError } from '../../../server/scim/errors.ts';
import { documentOf, isEmail, nameOf, provisioningOf, readUser } from '../../../server/scim/user-document.ts';

test.each([
  [{ displayName: 'D', formatted: 'F', givenName: 'G' }, 'D'],
  [{ formatted: 'F', givenName: 'G', familyName: 'N' }, 'F'],
  [{ givenName: 'Hanako', familyName: 'Sato' }, 'Hanako Sato'],
  [{ givenName: '花子', familyName: '佐藤' }, '佐藤 花子'],
  [{ familyName: 'Sato' }, 'Sato'],
  [{}, null],
  [{ displayName: '🎯'.repeat(101) }, '🎯'.repeat(100)],
])('the name of %o is %s', (names, expected) => {
  expect(nameOf(names)).toBe(expected);
});

test.each([
  [[{ value: 'a@x' }, { value: 'b@x', type: 'work' }, { value: 'c@x', primary: true }], 'c@x'],
  [[{ value: 'a@x' }, { value: 'b@x', type: 'Work' }], 'b@x'],
  [[{ value: ' ' }, { value: 'a@x' }, { value: 'b@x', primary: false }], 'a@x'],
  [[{ value: 'a@x' }, { value: 'b@x', primary: 'True' }], 'b@x'],
  [[], 'u'],
  [undefined, 'u'],
])('the address of %o is %s', (emails, expected) => {
  expect(readUser({ userName: 'u', emails }).email).toBe(expected);
});

const read = (stated: object) => readUser({ userName: 'u', ...stated });
const typeOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof ScimError ? error.scimType : String(error);
  }
};

describe('a user', () => {
  it('is read whatever the case of the names, without surrounding spaces', () => {
    expect(
      readUser({
        USERNAME: ' u@acme.example ',
        externalid: ' e ',
        displayName: ' ',
        name: { GIVENNAME: ' 花子 ', familyName: '佐藤', middleName: 'M', formatted: null },
        active: false,
      }),
    ).toEqual({
      userName: 'u@acme.example',
      externalId: 'e',
      email: 'u@acme.example',
      names: { givenName: '花子', familyName: '佐藤' },
      name: '佐藤 花子',
      active: false,
    });
    expect(readUser({ userName: 'u', name: null })).toEqual({
      userName: 'u',
      externalId: null,
      email: 'u',
      names: {},
      name: null,
      active: null,
    });
  });

  test.each([
    [true, true],
    [false, false],
    ['True', true],
    ['FALSE', false],
    [null, null],
  ])('with active %j is active: %j', (active, expected) => {
    expect(read({ active }).active).toBe(expected);
  });

  const long = (length: number) => 'x'.repeat(length);
  test.each([
    { userName: long(254) },
    { externalId: long(300) },
    { displayName: long(1_000) },
    { emails: [{ value: long(1_000) }] },
    { emails: null },
  ])('is read up to the longest texts', stated => {
    expect(typeOf(() => read(stated))).toBeNull();
  });

  test.each([
    { userName: long(255) },
    { userName: ' ' },
    { userName: null },
    { userName: 7 },
    { externalId: long(301) },
    { externalId: 7 },
    { displayName: long(1_001) },
    { name: 'x' },
    { name: ['x'] },
    { name: { givenName: 7 } },
    { active: 'yes' },
    { active: 1 },
    { emails: 'x' },
    { emails: { value: 'x' } },
    { emails: ['x'] },
    { emails: [{ value: 'x' }, null] },
    { emails: [{ value: 'x', primary: true }, { value: 7 }] },
    { emails: [{ value: long(1_001) }] },
  ])('is refused otherwise', stated => {
    expect(typeOf(() => read(stated))).toBe('invalidValue');
  });

  it('is an object', () => {
    expect([null, 'x', []].map(body => typeOf(() => readUser(body)))).toEqual(Array(3).fill('invalidValue'));
  });

  it('is written as the provider stated it, or as it is without that', () => {
    const user = { name: 'A B', email: 'a@acme.example', active: true, provisioning: null } as never;
    const emails = [{ value: 'a@acme.example', type: 'work', primary: true }];
    expect(provisioningOf(user)).toEqual({
      userName: 'a@acme.example',
      externalId: null,
      names: { displayName: 'A B' },
    });
    expect(documentOf(user)).toEqual({
      userName: 'a@acme.example',
      displayName: 'A B',
      name: {},
      emails,
      active: true,
    });
    const provisioning = { userName: 'a', externalId: 'e', names: { givenName: 'A' } };
    expect(documentOf({ ...(user as object), provisioning } as never)).toEqual({
      userName: 'a',
      externalId: 'e',
      name: { givenName: 'A' },
      emails,
      active: true,
    });
    expect(documentOf({ ...(user as object), provisioning } as never)).not.toHaveProperty('displayName');
  });
});

test.each([
  ['a@acme.example', true],
  ['', false],
  ['a', false],
  [`${'a'.repeat(64)}@${'b.'.repeat(91)}example`, true],
  [`${'a'.repeat(64)}@${'b.'.repeat(91)}examples`, false],
])('%s is an address: %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected);
});
