import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'server/store/migrations/postgres';

interface Journal {
  readonly entries: readonly { readonly idx: number; readonly tag: string }[];
}

test('each migration is in the journal, and only the snapshot of the newest is kept: drizzle-kit reads no other', () => {
  const { entries } = JSON.parse(readFileSync(`${FOLDER}/meta/_journal.json`, 'utf8')) as Journal;
  const files = readdirSync(FOLDER).filter(name => name.endsWith('.sql'));
  expect(files.toSorted()).toEqual(entries.map(({ tag }) => `${tag}.sql`));
  const newest = String(entries.at(-1)?.idx).padStart(4, '0');
  expect(readdirSync(`${FOLDER}/meta`).toSorted()).toEqual([`${newest}_snapshot.json`, '_journal.json']);
});
