import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'server/store/migrations/postgres';
const BEFORE_BASELINE = 'server/store/migrations/postgres-before-baseline';

interface Journal {
  readonly entries: readonly { readonly idx: number; readonly tag: string; readonly when: number }[];
}

const journalOf = (folder: string): Journal =>
  JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')) as Journal;
const filesOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.sql'))
    .toSorted();

test('each migration is in the journal, and only the newest has a snapshot, the only one that drizzle-kit reads', () => {
  const { entries } = journalOf(FOLDER);
  expect(filesOf(FOLDER)).toEqual(entries.map(({ tag }) => `${tag}.sql`));
  const newest = String(entries.at(-1)?.idx).padStart(4, '0');
  expect(readdirSync(`${FOLDER}/meta`).toSorted()).toEqual([`${newest}_snapshot.json`, '_journal.json']);
});

test('the baseline has the time of the last migration that it replaced, and later migrations follow in order', () => {
  const replaced = journalOf(BEFORE_BASELINE).entries;
  expect(filesOf(BEFORE_BASELINE)).toEqual(replaced.map(({ tag }) => `${tag}.sql`));
  const times = journalOf(FOLDER).entries.map(({ when }) => when);
  expect(times[0]).toBe(replaced.at(-1)?.when);
  expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
});
