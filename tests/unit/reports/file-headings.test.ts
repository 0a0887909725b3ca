import { expect, test } from 'vitest';
import { ANALYSES } from '../../../server/reports/analyses/registry.ts';
import { LOCALES, wordsIn } from '../../../server/wording/words.ts';

const files = ANALYSES.map(({ file }) => [file.name, file] as const);

test.each(files)(
  'no column of a file of %s nests brackets in its heading or has none in words',
  (_, { columns, headingOf, query }) => {
    const fileQuery = 'axis' in query ? { axis: 1 } : {};
    const headings = LOCALES.flatMap(locale =>
      columns.map(column => headingOf?.(column, wordsIn(locale), fileQuery) ?? ''),
    );
    expect(headings.filter(heading => /[(（][^)）]*[(（]/.test(heading))).toEqual([]);
    expect(headings).not.toContain('');
    // A word of the program in place of a heading, such as `key`.
    expect(headings.filter(heading => columns.includes(heading))).toEqual([]);
  },
);
