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

/** The first migration that an earlier version must survive, since it runs beside this one during an upgrade. */
const FIRST_COMPATIBLE = 24;
/** What breaks statements of an earlier version. */
const INCOMPATIBLE = [
  /\bDROP (?:TABLE|COLUMN|CONSTRAINT|TYPE|SCHEMA|SEQUENCE)\b/i,
  /\bRENAME\b/i,
  /\bSET NOT NULL\b/i,
  /\bSET DATA TYPE\b/i,
  /\bADD COLUMN (?!.*\bDEFAULT\b).*\bNOT NULL\b/i,
  /\bADD CONSTRAINT \S+ (?:CHECK|UNIQUE|PRIMARY KEY|EXCLUDE)\b/i,
];
/** Migrations that remove what no statement of the version before them uses any more, with the reason. */
const CONTRACTIONS: Readonly<Record<string, string>> = {};

test('a migration leaves an earlier version its tables and columns, unless it is listed as a contraction', () => {
  const checked = journalOf(FOLDER).entries.filter(
    ({ idx, tag }) => idx >= FIRST_COMPATIBLE && CONTRACTIONS[tag] === undefined,
  );
  expect(checked.length).toBeGreaterThan(0);
  const found = checked.flatMap(({ tag }) =>
    readFileSync(`${FOLDER}/${tag}.sql`, 'utf8')
      .split('--> statement-breakpoint')
      .filter(statement => INCOMPATIBLE.some(pattern => pattern.test(statement)))
      .map(statement => `${tag}: ${statement.trim()}`),
  );
  expect(found).toEqual([]);
});

test('the documents name the oldest version that runs beside this one, which rolling-upgrade.test.ts tries', () => {
  const tried = readFileSync('tests/server/installation/rolling-upgrade.test.ts', 'utf8');
  const [, commit = 'none'] = /'([\da-f]{8})[\da-f]{32}'/.exec(tried) ?? [];
  for (const file of ['docs/operations.md', 'docs/decisions/0025-generations-of-rollups.md'])
    expect(readFileSync(file, 'utf8').includes(`commit \`${commit}\``), file).toBe(true);
});
