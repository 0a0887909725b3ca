import { describe, expect, it, test } from 'vitest';
import { ScimError } from '../../../server/scim/errors.ts';
import { parseFilter, parsePath, selects } from '../../../server/scim/filter.ts';
import { processorTimeOf } from '../../support/processor-time.ts';

const compare = (attribute: string, operator: string, value: unknown) => ({
  kind: 'compare',
  attribute,
  operator,
  value,
});

const typeOf = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    return error instanceof ScimError ? error.scimType : String(error);
  }
};

describe('a filter', () => {
  test.each([
    ['userName eq "bjensen"', compare('username', 'eq', 'bjensen')],
    ['userName Eq "a \\"quoted\\" \\\\ b"', compare('username', 'eq', 'a "quoted" \\ b')],
    ['title pr', compare('title', 'pr', null)],
    ['active eq true', compare('active', 'eq', true)],
    ['a eq -1.5e3', compare('a', 'eq', -1500)],
    ['a eq null', compare('a', 'eq', null)],
    [
      'urn:ietf:params:scim:schemas:core:2.0:User:name.familyName co "O\'M"',
      compare('name.familyname', 'co', "O'M"),
    ],
    [
      'a pr and b pr or c pr',
      {
        kind: 'or',
        parts: [
          { kind: 'and', parts: [compare('a', 'pr', null), compare('b', 'pr', null)] },
          compare('c', 'pr', null),
        ],
      },
    ],
    [
      'a pr and (b pr or c pr)',
      {
        kind: 'and',
        parts: [
          compare('a', 'pr', null),
          { kind: 'or', parts: [compare('b', 'pr', null), compare('c', 'pr', null)] },
        ],
      },
    ],
    ['(a pr)or(b\tEQ"x")', { kind: 'or', parts: [compare('a', 'pr', null), compare('b', 'eq', 'x')] }],
    ['A-b$C_1.D-e$f_2 eq FALSE', compare('a-b$c_1.d-e$f_2', 'eq', false)],
    ['not(a pr)', { kind: 'not', part: compare('a', 'pr', null) }],
    [
      'emails[type eq "work" and value co "@x"]',
      { kind: 'and', parts: [compare('emails.type', 'eq', 'work'), compare('emails.value', 'co', '@x')] },
    ],
    [
      'emails[type eq "work"].value eq "a@x"',
      { kind: 'and', parts: [compare('emails.type', 'eq', 'work'), compare('emails.value', 'eq', 'a@x')] },
    ],
    [
      'emails[type eq "work"] eq "a@x"',
      { kind: 'and', parts: [compare('emails.type', 'eq', 'work'), compare('emails.value', 'eq', 'a@x')] },
    ],
    [
      'not (emails[type eq "work"].value eq "a@x") and a pr',
      {
        kind: 'and',
        parts: [
          {
            kind: 'not',
            part: {
              kind: 'and',
              parts: [compare('emails.type', 'eq', 'work'), compare('emails.value', 'eq', 'a@x')],
            },
          },
          compare('a', 'pr', null),
        ],
      },
    ],
  ])('is parsed: %s', (text, expected) => {
    expect(parseFilter(text)).toEqual(expected);
  });

  test.each([
    '',
    ' ',
    'a',
    'a eq',
    'a eq b',
    'a gt 1',
    'a eq "x',
    'a eq "\\u12"',
    'a eq {}',
    'a eq "x" b',
    '(a pr',
    'a pr)',
    'a pr and',
    'and a pr',
    'not a pr',
    'a[b pr',
    'a[b[c pr]]',
    '1a pr',
    'a.b.c pr',
    'a.1b pr',
    'a! pr',
    '!a pr',
    'xurn:ietf:params:scim:schemas:core:2.0:User:userName pr',
    'a eq "x\\"',
    'a eq [1]',
    'emails[type eq "work"].1 eq "x"',
    'emails[type eq "work"].a.b eq "x"',
    'emails[type eq "work"] gt "x"',
    '__proto__ pr',
    'é pr',
    `${'('.repeat(21)}a pr${')'.repeat(21)}`,
    `${'('.repeat(20)}a[b pr]${')'.repeat(20)}`,
    `a eq "${'x'.repeat(4000)}"`,
  ])('is refused: %s', text => {
    expect(typeOf(() => parseFilter(text))).toBe('invalidFilter');
  });

  it('has at most 20 levels, 100 comparisons and 4000 characters', () => {
    expect(typeOf(() => parseFilter(`${'('.repeat(20)}a pr${')'.repeat(20)}`))).toBeNull();
    const of = (count: number) => Array.from({ length: count }, () => 'a pr').join(' or ');
    expect([typeOf(() => parseFilter(of(100))), typeOf(() => parseFilter(of(101)))]).toEqual([
      null,
      'invalidFilter',
    ]);
    const text = `a eq "${'x'.repeat(4000 - 7)}"`;
    expect([text.length, typeOf(() => parseFilter(text))]).toEqual([4000, null]);
    expect(typeOf(() => parseFilter(`${text} `))).toBe('invalidFilter');
  });

  it('takes a time that grows with its length', async () => {
    for (const text of ['"', '\\', '(', '[', 'a', ' ', '"\\"', 'not(', 'a pr or ']) {
      const parse = () => typeOf(() => parseFilter(text.repeat(4000 / text.length)));
      expect(await processorTimeOf(parse), text).toBeLessThan(100);
    }
  });
});

describe('a path', () => {
  test.each([
    ['active', { attribute: 'active', part: null, filter: null }],
    ['name.givenName', { attribute: 'name', part: 'givenname', filter: null }],
    [
      'urn:ietf:params:scim:schemas:core:2.0:User:userName',
      { attribute: 'username', part: null, filter: null },
    ],
    ['members[value eq "2"]', { attribute: 'members', part: null, filter: compare('value', 'eq', '2') }],
    [
      'emails[type eq "work"].value',
      { attribute: 'emails', part: 'value', filter: compare('type', 'eq', 'work') },
    ],
    ['emails[a pr].A-b$c_1', { attribute: 'emails', part: 'a-b$c_1', filter: compare('a', 'pr', null) }],
  ])('is parsed: %s', (text, expected) => {
    expect(parsePath(text)).toEqual(expected);
  });

  it('of an extension is recognised, and its parts are not read', () => {
    const text = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager';
    expect(parsePath(text)).toEqual({ attribute: text.toLowerCase(), part: null, filter: null });
  });

  test.each([
    '',
    '[a eq "b"]',
    'a b',
    'a.b.c',
    'members[',
    'members[value eq "2"]x',
    'members[value eq "2"].a.b',
    'a.b[c pr]',
    'a]',
    '!a',
    'a!',
    'xurn:a:b',
    'a[b pr].1',
    'a[b pr].c!',
    'a[b pr].c d',
    `a[${'('.repeat(20)}b pr${')'.repeat(20)}]`,
  ])('is refused: %s', text => {
    expect(typeOf(() => parsePath(text))).toBe('invalidPath');
  });
});

test.each([
  ['type eq "WORK"', true],
  ['type eq "home"', false],
  ['type ne "home"', true],
  ['absent ne "home"', true],
  ['absent eq "home"', false],
  ['absent pr', false],
  ['absent eq null', true],
  ['absent ne null', false],
  ['none eq null', true],
  ['none pr', false],
  ['type pr', true],
  ['type eq null', false],
  ['type ne "work"', false],
  ['value co "#"', false],
  ['value sw "acme"', false],
  ['value ew "acme"', false],
  ['value sw "A@acme"', true],
  ['value sw "example"', false],
  ['value ew "example"', true],
  ['value ew "a@"', false],
  ['place eq 2', true],
  ['place eq "2"', true],
  ['place eq 3', false],
  ['object eq "[object Object]"', false],
  ['DISPLAY eq "é"', true],
  ['type eq "work" and primary eq false', false],
  ['type eq "home" or primary eq false', false],
  ['Primary eq true', true],
  ['value co "@" and not (type eq "home")', true],
  ['value sw "b" or value ew "EXAMPLE"', true],
])('an element is selected by %s: %s', (text, expected) => {
  const element = { type: 'work', value: 'a@acme.example', primary: true, none: null, place: 2, object: {} };
  expect(selects(parseFilter(text), { ...element, Display: 'É' })).toBe(expected);
});
