import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { messagesOf, wordsOf } from '../../scripts/words.ts';
import { fields } from '../../server/imports/ad-fields.ts';
import { FORMER_WORDS } from '../../server/wording/former-words.ts';
import words from '../../server/wording/words.json' with { type: 'json' };

it('the texts of files are those of the console (else: npm run contract)', () => {
  expect(readFileSync('server/wording/words.json', 'utf8')).toBe(wordsOf(messagesOf));
});

it.each(FORMER_WORDS)(
  'a former heading belongs to a message with another text now: $word',
  ({ id, locale, word }) => {
    const present: Readonly<Record<string, string>> = words[locale];
    expect(present).toHaveProperty([id]);
    expect(present[id]).not.toBe(word);
  },
);

it('no heading names two fields of an ad, former headings included', () => {
  const owners = fields.flatMap(({ field, words: known }) =>
    [...new Set([field, ...known])].map(word => ({ field, word })),
  );
  const twice = owners.filter(one => owners.some(two => two.word === one.word && two.field !== one.field));
  expect(twice).toEqual([]);
});
