import { expect, test } from 'vitest';
import { isPasted, pastedFile, withHeadings } from '../../../src/screens/imports/pasted-rows.ts';

const heading = (field: string) => `<${field}>`;

test.each([
  ['a name and an address', 'ads', 'A\thttps://a.example/', '<name>\t<redirect_url>\nA\thttps://a.example/'],
  ['lines of Windows', 'ads', '\r\nA\tHTTP://a\r\nB\tb\r\n', '<name>\t<redirect_url>\nA\tHTTP://a\nB\tb\n'],
  ['headings', 'ads', '広告名\t遷移先URL\nA\thttps://a.example/', null],
  ['a third column', 'ads', 'A\thttps://a.example/\t5', null],
  ['an address alone', 'ads', 'https://a.example/', null],
  ['an address in the second row only', 'ads', 'A\tB\nA\thttps://a.example/', null],
  ['costs', 'costs', 'A\thttps://a.example/', null],
] as const)(
  'pasted rows with %s get headings only where they are names and landing pages',
  (_, kind, text, made) => {
    expect(withHeadings(kind, text, heading)).toBe(made ?? text);
  },
);

test('pasted rows are a file of separated values, which is no chosen file', async () => {
  const file = pastedFile('a\tb');
  expect([file.name, await file.text(), isPasted(file)]).toEqual(['pasted-rows.tsv', 'a\tb', true]);
  expect([isPasted(null), isPasted(new File([], 'ads.csv'))]).toEqual([false, false]);
});
