import { describe, expect, it, test } from 'vitest';
import { ScimError } from '../../../server/scim/errors.ts';
import { idIn, patchGroup, readMembers } from '../../../server/scim/group-patch.ts';
import { readOperations } from '../../../server/scim/operations.ts';
import { patchUser } from '../../../server/scim/user-patch.ts';

const WORK = { value: 'a@acme.example', type: 'work', primary: true };
const USER = {
  userName: 'a',
  externalId: 'e',
  displayName: 'A B',
  name: { givenName: 'A', familyName: 'B' },
  emails: [WORK],
  active: true,
};

const typeOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof ScimError ? error.scimType : String(error);
  }
};
const operationsOf = (...Operations: readonly object[]) => readOperations({ Operations });
const user = (...operations: readonly object[]) => patchUser(USER, operationsOf(...operations));

describe('operations on a user', () => {
  test.each<[string, object, object]>([
    ['replace a text', { op: 'replace', path: 'userName', value: 'b' }, { userName: 'b' }],
    ['ignore the case of names', { op: 'REPLACE', path: 'USERNAME', value: 'b' }, { userName: 'b' }],
    [
      'without a path',
      { op: 'add', value: { Active: 'False', userName: 'c' } },
      { active: 'False', userName: 'c' },
    ],
    [
      'without a path with paths as names',
      { op: 'replace', value: { 'name.givenName': 'C' } },
      { name: { givenName: 'C', familyName: 'B' } },
    ],
    [
      'merge a name',
      { op: 'replace', path: 'name', value: { familyName: 'C' } },
      { name: { givenName: 'A', familyName: 'C' } },
    ],
    [
      'remove a part of a name',
      { op: 'remove', path: 'name.givenName', value: 'C' },
      { name: { familyName: 'B' } },
    ],
    ['remove a name', { op: 'remove', path: 'name' }, { name: {} }],
    [
      'replace the selected address',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'b@acme.example' },
      { emails: [{ ...WORK, value: 'b@acme.example' }] },
    ],
    [
      'add an address that a filter describes',
      { op: 'add', path: 'emails[type eq "home"].value', value: 'h@acme.example' },
      { emails: [WORK, { type: 'home', value: 'h@acme.example' }] },
    ],
    [
      'add a primary address',
      { op: 'add', path: 'emails', value: [{ value: 'p@acme.example', primary: true }] },
      {
        emails: [
          { ...WORK, primary: false },
          { value: 'p@acme.example', primary: true },
        ],
      },
    ],
    [
      'replace all addresses',
      { op: 'replace', path: 'emails', value: [{ value: 'p@acme.example' }] },
      { emails: [{ value: 'p@acme.example' }] },
    ],
    ['remove all addresses', { op: 'remove', path: 'emails' }, { emails: [] }],
    ['add an address again', { op: 'add', path: 'emails', value: [WORK] }, { emails: [WORK] }],
    [
      'remove the selected address',
      { op: 'remove', path: 'emails[value eq "A@acme.example"]' },
      { emails: [] },
    ],
    ['remove an address that is not there', { op: 'remove', path: 'emails[value eq "x"]' }, {}],
    [
      'ignore attributes that are not stored',
      { op: 'replace', path: 'phoneNumbers[type eq "work"].value', value: '1' },
      {},
    ],
    ['remove a text', { op: 'remove', path: 'displayName', value: 'C' }, { displayName: undefined }],
    [
      'without a path where it is empty',
      { op: 'add', path: '', value: { externalId: 'f' } },
      { externalId: 'f' },
    ],
    [
      'without a path where it is null',
      { op: 'add', path: null, value: { active: false } },
      { active: false },
    ],
    [
      'add parts of a name',
      { op: 'add', value: { 'name.formatted': 'F', 'name.familyName': 'C' } },
      { name: { givenName: 'A', familyName: 'C', formatted: 'F' } },
    ],
    [
      'leave parts of a name that are not stated or not stored',
      { op: 'replace', path: 'name', value: { FORMATTED: 'F', middleName: 'M' } },
      { name: { givenName: 'A', familyName: 'B', formatted: 'F' } },
    ],
    [
      'replace the selected element, which keeps its other parts',
      { op: 'replace', path: 'emails[type eq "work"]', value: { value: 'z@acme.example' } },
      { emails: [{ ...WORK, value: 'z@acme.example' }] },
    ],
    [
      'remove a part of the selected element',
      { op: 'remove', path: 'emails[type eq "work"].primary', value: true },
      { emails: [{ value: 'a@acme.example', type: 'work' }] },
    ],
    [
      'add an element that a filter describes',
      { op: 'add', path: 'emails[type eq "home" and primary eq false]', value: { value: 'h@acme.example' } },
      { emails: [WORK, { type: 'home', primary: false, value: 'h@acme.example' }] },
    ],
    [
      'add an element of which a filter says only what it is not',
      { op: 'add', path: 'emails[type ne "work"].value', value: 'h@acme.example' },
      { emails: [WORK, { value: 'h@acme.example' }] },
    ],
    [
      'add an address that is not primary',
      { op: 'add', path: 'emails', value: { value: 'h@acme.example', primary: 'true' } },
      { emails: [WORK, { value: 'h@acme.example', primary: 'true' }] },
    ],
    ['ignore parts of a name that are not stored', { op: 'add', path: 'name.middleName', value: 'M' }, {}],
    [
      'ignore read-only attributes in a value',
      { op: 'replace', value: { id: '7', meta: {}, groups: [], schemas: [] } },
      {},
    ],
    [
      'ignore a name of the prototype among the parts of a name',
      { op: 'add', path: 'name.constructor', value: 'C' },
      {},
    ],
    ['ignore prototypes', { op: 'replace', value: { constructor: 1, toString: 1 } }, {}],
  ])('%s', (_, operation, expected) => {
    expect(user(operation)).toEqual({ ...USER, ...expected });
  });

  test.each<[string, object]>([
    ['noTarget', { op: 'replace', path: 'emails[type eq "home"].value', value: 'x' }],
    ['noTarget', { op: 'remove' }],
    ['mutability', { op: 'replace', path: 'id', value: '1' }],
    ['mutability', { op: 'add', path: 'groups', value: [] }],
    ['mutability', { op: 'add', path: 'schemas', value: [] }],
    ['mutability', { op: 'remove', path: 'meta' }],
    ['invalidPath', { op: 'remove', path: 'active[value pr]' }],
    ['invalidValue', { op: 'add', value: ['x'] }],
    ['invalidValue', { op: 'add', path: 'emails', value: [['x']] }],
    ['invalidSyntax', { op: 7, path: 'userName', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'active.x', value: true }],
    ['invalidPath', { op: 'replace', path: 'emails.value', value: 'x' }],
    ['invalidPath', { op: 'replace', path: 'name[givenName eq "A"]', value: {} }],
    ['invalidPath', { op: 'replace', path: 7, value: {} }],
    ['invalidPath', { op: 'replace', path: ['userName'], value: 'x' }],
    ['invalidValue', { op: 'add', value: 'x' }],
    ['invalidValue', { op: 'replace', path: 'name', value: 'x' }],
    ['invalidValue', { op: 'replace', path: 'emails', value: ['x@acme.example'] }],
    ['invalidValue', { op: 'replace', path: 'emails', value: [WORK, 'x@acme.example'] }],
    ['invalidValue', { op: 'replace', path: 'userName' }],
    ['invalidSyntax', { op: 'move', path: 'userName', value: 'x' }],
    ['tooMany', { op: 'replace', path: 'emails', value: Array.from({ length: 51 }, () => WORK) }],
  ])('are refused with %s: %o', (type, operation) => {
    expect(typeOf(() => user(operation))).toBe(type);
  });

  it('are applied in their order, and leave the user before unchanged', () => {
    const before = JSON.stringify(USER);
    expect(
      user(
        { op: 'remove', path: 'emails' },
        { op: 'add', path: 'emails[type eq "work"].value', value: 'n@acme.example' },
      ),
    ).toEqual({ ...USER, emails: [{ type: 'work', value: 'n@acme.example' }] });
    expect(JSON.stringify(USER)).toBe(before);
  });
});

describe('operations on the addresses of a user', () => {
  const HOME = { Value: 'h@acme.example', Type: 'home' };
  const emails = (before: readonly object[] | undefined, operation: object) =>
    patchUser({ userName: 'a', emails: before }, operationsOf(operation))['emails'];

  it('change the selected ones only, whatever the case of their parts', () => {
    const path = 'emails[type eq "home"].value';
    expect(emails([WORK, HOME], { op: 'replace', path, value: 'x' })).toEqual([
      WORK,
      { Type: 'home', value: 'x' },
    ]);
    expect(emails([WORK, HOME], { op: 'remove', path: 'emails[type eq "home"]' })).toEqual([WORK]);
  });

  it('replace one that is added again, and take the mark of the primary one from the others', () => {
    const value = [{ value: 'H', primary: true }, { value: 'h@acme.example' }];
    expect(emails([WORK, HOME], { op: 'add', path: 'emails', value })).toEqual([
      { ...WORK, primary: false },
      ...value,
    ]);
  });

  it('are possible without an address before, up to 50 at once', () => {
    expect(emails(undefined, { op: 'add', path: 'emails', value: WORK })).toEqual([WORK]);
    expect(emails(undefined, { op: 'replace', path: 'emails', value: WORK })).toEqual([WORK]);
    const value = Array.from({ length: 50 }, () => WORK);
    expect(emails([], { op: 'replace', path: 'emails', value })).toHaveLength(50);
  });

  it('and on the name of a user without one begin with an empty name', () => {
    const changed = (operation: object) => patchUser({ userName: 'a' }, operationsOf(operation))['name'];
    expect(changed({ op: 'add', path: 'name.givenName', value: 'G' })).toEqual({ givenName: 'G' });
    expect(changed({ op: 'add', path: 'name', value: { givenName: 'G' } })).toEqual({ givenName: 'G' });
  });
});

describe('operations on a group', () => {
  const group = (...operations: readonly object[]) => {
    const after = patchGroup(
      { displayName: 'G', externalId: null, members: new Set([1, 2]) },
      operationsOf(...operations),
    );
    return [after.displayName, [...after.members]];
  };
  test.each<[object, unknown[]]>([
    [{ op: 'add', path: 'members', value: [{ value: '3' }, { value: '1' }] }, ['G', [1, 2, 3]]],
    [{ op: 'add', path: 'members', value: { value: '3' } }, ['G', [1, 2, 3]]],
    [{ op: 'replace', path: 'members', value: [{ value: '9' }] }, ['G', [9]]],
    [{ op: 'replace', path: 'members', value: [] }, ['G', []]],
    [{ op: 'remove', path: 'members' }, ['G', []]],
    [{ op: 'Remove', path: 'members', value: [{ value: '2' }, { value: '7' }] }, ['G', [1]]],
    [{ op: 'remove', path: 'members[value eq "1"]' }, ['G', [2]]],
    [{ op: 'remove', path: 'members[value eq "1"]', value: [{ value: '5' }] }, ['G', [2]]],
    [{ op: 'remove', path: 'members[value eq "x"]' }, ['G', [1, 2]]],
    [{ op: 'replace', value: { displayName: 'H', members: [{ value: 5 }] } }, ['H', [5]]],
    [{ op: 'replace', path: 'displayName', value: 'H' }, ['H', [1, 2]]],
    [{ op: 'remove', path: 'displayName', value: 'H' }, [undefined, [1, 2]]],
    [{ op: 'replace', path: 'description', value: 'H' }, ['G', [1, 2]]],
    [{ op: 'replace', value: { id: '7', displayName: 'H' } }, ['H', [1, 2]]],
    [{ op: 'add', path: 'members', value: null }, ['G', [1, 2]]],
    [{ op: 'remove', path: 'members', value: null }, ['G', []]],
    [{ op: 'add', path: 'members[value eq "1"]', value: [{ value: '5' }] }, ['G', [1, 2, 5]]],
    [{ op: 'replace', path: 'members[value eq "1"]', value: [{ value: '5' }] }, ['G', [2, 5]]],
    // What is derived from the member is no reason to remove the member, and with it the role.
    [{ op: 'remove', path: 'members[value eq "1"].display' }, ['G', [1, 2]]],
    [{ op: 'Remove', path: 'members[value eq "1"].Type' }, ['G', [1, 2]]],
    [{ op: 'replace', path: 'members[value eq "1"].display', value: 'é' }, ['G', [1, 2]]],
    [{ op: 'add', path: 'members[value eq "8"].display', value: 'é' }, ['G', [1, 2]]],
    [{ op: 'remove', path: 'members[value eq "1"].value' }, ['G', [2]]],
  ])('%o', (operation, expected) => {
    expect(group(operation)).toEqual(expected);
  });

  it('change its external ID', () => {
    const before = { displayName: 'G', externalId: 'e', members: new Set<number>() };
    const change = (operation: object) => patchGroup(before, operationsOf(operation)).externalId;
    expect(change({ op: 'replace', path: 'externalId', value: 'f' })).toBe('f');
    expect(change({ op: 'remove', path: 'externalId', value: 'f' })).toBeUndefined();
    expect(change({ op: 'replace', path: 'description', value: 'f' })).toBe('e');
  });

  it('name none where the members are not stated', () => {
    expect([readMembers(undefined), readMembers(null)]).toEqual([new Set(), new Set()]);
  });

  it('leave it with 10,000 members at most', () => {
    const range = (from: number, length: number) => Array.from({ length }, (_, n) => from + n);
    const add = (value: number[]) => typeOf(() => group({ op: 'add', path: 'members', value }));
    expect(typeOf(() => readMembers(Array(10_000).fill(1)))).toBeNull();
    expect(typeOf(() => readMembers(Array(10_001).fill(1)))).toBe('tooMany');
    expect([add(range(1, 10_000)), add(range(3, 9_998)), add(range(3, 9_999))]).toEqual([
      null,
      null,
      'tooMany',
    ]);
  });

  test.each<[string, object]>([
    ['invalidValue', { op: 'add', path: 'members', value: [{ value: 'abc' }] }],
    ['invalidValue', { op: 'add', path: 'members', value: [{}] }],
    ['invalidPath', { op: 'remove', path: 'members[display eq "x"]' }],
    ['invalidPath', { op: 'remove', path: 'members[value ne "1"]' }],
    ['invalidPath', { op: 'remove', path: 'members[value eq "1" or value eq "2"]' }],
    ['invalidPath', { op: 'remove', path: 'members.value' }],
    ['noTarget', { op: 'replace', path: 'members[value eq "8"]', value: [] }],
    ['mutability', { op: 'replace', path: 'id', value: '3' }],
    ['tooMany', { op: 'add', path: 'members', value: Array.from({ length: 10_001 }, (_, n) => n + 1) }],
  ])('are refused with %s', (type, operation) => {
    expect(typeOf(() => group(operation))).toBe(type);
  });

  it('equal those of a naive model', () => {
    let seed = 7;
    const next = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let round = 0; round < 300; round++) {
      let expected: number[] = [1, 2];
      const operations = Array.from({ length: 1 + next(6) }, () => {
        const ids = Array.from({ length: next(4) }, () => 1 + next(6));
        const value = ids.map(id => ({ value: String(id) }));
        const one = 1 + next(6);
        switch (next(4)) {
          case 0:
            expected = [...expected, ...ids];
            return { op: 'add', path: 'members', value };
          case 1:
            expected = ids;
            return { op: 'replace', path: 'members', value };
          case 2:
            expected = expected.filter(id => !ids.includes(id));
            return { op: 'remove', path: 'members', value };
          default:
            expected = expected.filter(id => id !== one);
            return { op: 'remove', path: `members[value eq "${one}"]` };
        }
      });
      const [, members] = group(...operations) as [string, number[]];
      expect(members.toSorted()).toEqual([...new Set(expected)].toSorted());
    }
  });
});

/** A value with so many attributes. */
const namesOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, n]));
test.each([
  [{}, 'invalidSyntax'],
  [{ Operations: [] }, 'invalidSyntax'],
  [{ Operations: 'x' }, 'invalidSyntax'],
  [{ Operations: [7] }, 'invalidSyntax'],
  [{ Operations: [null] }, 'invalidSyntax'],
  [{ Operations: Array.from({ length: 1_000 }, () => ({ op: 'remove', path: 'active' })) }, null],
  [{ Operations: Array.from({ length: 1_001 }, () => ({ op: 'remove', path: 'active' })) }, 'tooMany'],
  [{ Operations: Array.from({ length: 1_001 }, () => ({ op: 'add', value: {} })) }, 'tooMany'],
  [{ Operations: [{ op: 'add', value: namesOf(1_000) }] }, null],
  [{ Operations: [{ op: 'add', value: namesOf(1_001) }] }, 'tooMany'],
  [null, 'invalidSyntax'],
  [{ operations: [{ OP: 'remove', PATH: 'active' }] }, null],
])('the body of a PATCH %o is answered with %s', (body, expected) => {
  expect(typeOf(() => readOperations(body))).toBe(expected);
});

test.each([
  ['1', 1],
  ['2147483647', 2_147_483_647],
  ['2147483648', null],
  ['0', null],
  ['-1', null],
  ['01', null],
  [' 1', null],
  [7, 7],
  [1.5, null],
  [['1'], null],
  [null, null],
])('the ID in %o is %o', (text, expected) => {
  expect(idIn(text)).toBe(expected);
});
