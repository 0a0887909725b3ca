import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DERIVATION_VERSION } from '../../server/attribution/rules.ts';
import { stagingName, type ColumnTypes, type Rollup } from '../../server/store/clickhouse/rollups/rollup.ts';
import { ROLLUPS } from '../../server/store/clickhouse/rollups/rollups.ts';

/** The digest of the declarations by version of the derivation. A line is added with a version, and never changed. */
const DIGESTS: Readonly<Record<number, string>> = {
  12: '783fcd99b7a02b02',
  13: '4e45130a55c5b0c0',
};

/** The type of a column without its comment and codec, which do not change what a row says. */
const typeOf = (type: ColumnTypes[string]): string =>
  (typeof type === 'string' ? type : type.added).replace(/ (?:COMMENT '[^']*'|CODEC\(.*\))/g, '');
const columnsOf = (columns: ColumnTypes): string[] =>
  Object.entries(columns).map(([name, type]) => `${name} ${typeOf(type)}`);

/** What decides the rows of a rollup: its columns, how they are added up, its stages and the query of its view. */
const declarationOf = ({ name, keys, measures, engine, sortedBy, partition, filledBy }: Rollup) => ({
  name,
  keys: columnsOf(keys),
  measures: columnsOf(measures),
  engine,
  sortedBy,
  partition,
  filledBy:
    'view' in filledBy
      ? filledBy.select(stagingName(filledBy.reads, { queue: 'small', owner: null })).replace(/\s+/g, ' ')
      : Object.keys(filledBy).toSorted(),
});
const digestOf = (rollups: readonly Rollup[]): string =>
  createHash('sha256')
    .update(JSON.stringify(rollups.map(declarationOf).toSorted((a, b) => (a.name < b.name ? -1 : 1))))
    .digest('hex')
    .slice(0, 16);

test('rollups that are declared otherwise have a new version, so that an upgrade derives all rows again', () => {
  const digest = digestOf(ROLLUPS);
  expect(
    DIGESTS[DERIVATION_VERSION],
    `Raise DERIVATION_VERSION in server/attribution/rules.ts, and record '${digest}' for it in DIGESTS.`,
  ).toBe(digest);
});

const declared: readonly Rollup[] = ROLLUPS;
const [first, ...others] = declared;
const digestWith = (change: Partial<Rollup>): string => digestOf([{ ...first!, ...change }, ...others]);
const digestWithViews = (change: (select: string) => string): string =>
  digestOf(
    declared.map(rollup => {
      const { filledBy } = rollup;
      return 'view' in filledBy
        ? { ...rollup, filledBy: { ...filledBy, select: staging => change(filledBy.select(staging)) } }
        : rollup;
    }),
  );

test.each([
  ['an added column', digestWith({ measures: { ...first!.measures, more: { added: 'UInt8' } } })],
  ['another type', digestWith({ measures: { ...first!.measures, more: 'UInt16' } })],
  ['another engine', digestWith({ engine: 'Memory' })],
  ['other stages', digestWith({ filledBy: {} })],
  ['another view', digestWithViews(select => select.replace('sum(', 'max('))],
  ['an added rollup', digestOf([...declared, { ...first!, name: 'more' }])],
  ['a removed rollup', digestOf(others)],
])('%s needs a new version', (_, digest) => {
  expect(digest).not.toBe(digestOf(declared));
});

test('a comment, a codec, the layout of a view and the order of the declarations need no new version', () => {
  const digestOfType = (type: string) => digestWith({ measures: { cost: type } });
  expect(digestOfType("Int64 COMMENT '1/100 yen' CODEC(ZSTD(1))")).toBe(digestOfType('Int64'));
  expect(digestWithViews(select => select.replaceAll(' ', '\n  '))).toBe(digestOf(declared));
  expect(digestOf(declared.toReversed())).toBe(digestOf(declared));
});
