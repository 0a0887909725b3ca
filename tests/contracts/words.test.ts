import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { messagesOf, wordsOf } from '../../scripts/words.ts';

it('the words of files are those of the console (else: npm run contract)', () => {
  expect(readFileSync('server/wording/words.json', 'utf8')).toBe(wordsOf(messagesOf));
});
