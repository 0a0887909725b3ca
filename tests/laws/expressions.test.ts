import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formats } from '../../server/http/formats.ts';
import { expressionsOf, patternsIn } from '../support/expressions.ts';
import { findSlowText } from '../support/growth.ts';

/** Files that build expressions at run time, from patterns that this test checks too or from constants. */
const COMPOSED: Readonly<Record<string, string>> = {
  'server/companies/create.ts': 'one of the formats below',
  'server/http/early-page.ts': 'addresses of routes, by scripts/early-pages.ts',
  'server/http/formats.ts': 'the formats below',
  'server/scim/user-document.ts': 'one of the formats below',
  'src/analyses/allocation.ts': 'a pattern of the contract',
  'src/resources/constraints.ts': 'patterns of the contract',
  'src/messages/parts.ts': 'ids of messages, which are no input',
};

const found = expressionsOf(['server', 'mesh', 'machines', 'src']);
const contract: unknown = JSON.parse(readFileSync('mesh/openapi.json', 'utf8'));

/** Every expression, with the places where it occurs. */
const expressions = new Map<
  string,
  { readonly source: string; readonly flags: string; readonly places: string[] }
>();
const add = (source: string, flags: string, place: string): void => {
  const key = `/${source}/${flags}`;
  const known = expressions.get(key) ?? { source, flags, places: [] };
  known.places.push(place);
  expressions.set(key, known);
};
for (const { source, flags, where } of found) if (source !== null) add(source, flags, where);
for (const pattern of patternsIn(contract)) add(pattern, 'u', 'the contract');
for (const [name, { pattern }] of Object.entries(formats)) add(pattern, 'u', `the format ${name}`);

describe('regular expressions', () => {
  test('of the program take time proportional to the length of the text', () => {
    expect(expressions.size).toBeGreaterThan(200);
    const slow = [...expressions].flatMap(([key, { source, flags, places }]) => {
      const text = findSlowText(source, flags);
      return text === null ? [] : [`${key} in ${places.join(', ')}: ${JSON.stringify(text)}`];
    });
    expect(slow).toEqual([]);
  }, 120_000);

  test('are literals, or composed of patterns that are checked', () => {
    const unknown = found.filter(({ source }) => source === null).map(({ where }) => where.split(':')[0]!);
    expect(unknown.toSorted()).toEqual(Object.keys(COMPOSED).toSorted());
  });
});

describe('the search for a slow text', () => {
  test.each([
    // Exponential growth.
    ['(a+)+$', ''],
    ['^(a|a)*$', ''],
    ['(x+x+)+y', ''],
    ['^(\\w+\\s?)*$', 'u'],
    ['^(?:[a-z]+)*\\1?@', 'i'],
    // Quadratic growth or worse: two adjacent repetitions of the same characters, a search that starts again
    // at every place, a lookahead at every place.
    ['\\s*円$', ''],
    ['^\\s+|\\s+$', 'g'],
    ['a.*b.*c', 's'],
    ['\\B(?=(?:\\d{3})+$)', 'g'],
    ['(?<=^.*)x', ''],
    ['^[a-z]*[a-z0-9]*[a-z]*!', 'i'],
    ['([?&;])([^=&#;]*)=([^&#;]*)', 'g'],
    ['<script(?![^>]*\\ssrc=)[^>]*>([^]*?)<\\/script>', 'g'],
    ['^-?\\d*\\.?\\d*x$', ''],
    ['<!(?:DOCTYPE|ENTITY)|<(?:\\w+:)?c\\s[^>]*?\\br\\s*=\\s*["\'](?:[A-Za-z]{3,}\\d|[^"\']*&)', ''],
    ['[\\p{L}\\s]+\\p{Nd}', 'u'],
    ['\\d{1,1000}x', ''],
    ['^(a|a){1,60}$', ''],
  ])('finds one for /%s/%s', (source, flags) => {
    expect(findSlowText(source, flags)).not.toBeNull();
  });

  test.each([
    ['^\\s+', ''],
    ['\\s+', 'g'],
    ['"[^"]*"', 'g'],
    ["'(?:[^'\\\\]|\\\\[\\s\\S])*'?", 'g'],
    ['^(?:[a-z]+\\.)*[a-z]+$', ''],
    ['^\\d+(?:,\\d{3})*$', ''],
    ['\\?(.*)', 's'],
    ['^(?:\\d{1,10}|[a-f]{8,9})c$', ''],
    ['^(?=(?:\\D*\\d){5,15}\\D*$)\\+?\\d', 'u'],
  ])('finds none for /%s/%s', (source, flags) => {
    expect(findSlowText(source, flags)).toBeNull();
  });
});
