import { expect, it } from 'vitest';
import { rowsOfSlice } from '../../../server/collector/rows-of-slice.ts';
import { TABLES, type Table } from '../../../server/collector/rows.ts';
import { oneSlice, type Slice, type Slices } from '../../../server/slices/slices.ts';
import { EVENT_ID } from '../../../server/store/clickhouse/events/load.ts';

/** 2^53 + 1, which is no number of JavaScript. */
const LARGE_ID = '9007199254740993';

const lineOf = (table: Table, id: string, product: number, month: string) =>
  `${JSON.stringify({ product_id: product, ts: `${month}-01 00:00:00.000`, [EVENT_ID[table]]: id })}\n`;

/** Rows of every table: of product 7 in two months, of product 8, and of product 9 with a large id. */
const linesOf = (table: Table) => ({
  january: [lineOf(table, '1', 7, '2026-01'), lineOf(table, '2', 8, '2026-01')],
  february: [lineOf(table, '3', 7, '2026-02'), lineOf(table, LARGE_ID, 9, '2026-02')],
});
const batch = () => ({
  pieces: Object.fromEntries(
    TABLES.map(table => {
      const { january, february } = linesOf(table);
      return [
        table,
        new Map([
          ['2026-01', [Buffer.from(january.join(''))]],
          ['2026-02', february.map(line => Buffer.from(line))],
        ]),
      ];
    }),
  ) as unknown as Readonly<Record<Table, ReadonlyMap<string, readonly Buffer[]>>>,
  counts: { contact: 4, impression: 4, access: 4, conversion: 4 },
  last: BigInt(LARGE_ID),
  rows: 16,
});
const slice = (name: string) => ({ name }) as Slice;

it('are those that belong on it, by month and table, and the rest of the batch stays as it is', async () => {
  const looked: unknown[] = [];
  const slices = {
    all: [slice('default'), slice('b')],
    rowsOn: async (name: string, products: Iterable<number>, last: bigint) => {
      looked.push(name, [...products], last);
      return (product: number, id: () => bigint) => product === 7 || id() === BigInt(LARGE_ID);
    },
  } as unknown as Slices;
  const { pieces, counts, ...rest } = await rowsOfSlice(slices, slice('b'), batch());
  expect(looked).toEqual(['b', [7, 8, 9], BigInt(LARGE_ID)]);
  expect(rest).toEqual({ last: BigInt(LARGE_ID), rows: 16 });
  expect(counts).toEqual({ contact: 3, impression: 3, access: 3, conversion: 3 });
  for (const table of TABLES) {
    const { january, february } = linesOf(table);
    expect([...pieces[table]].map(([month, found]) => [month, found.map(String)])).toEqual([
      ['2026-01', [january[0]]],
      ['2026-02', [february.join('')]],
    ]);
  }
});

it('are all of the batch where there is one slice', async () => {
  const all = batch();
  expect(await rowsOfSlice(oneSlice(null as never), slice('default'), all)).toBe(all);
});
