import { mkdtemp, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createBatchReader,
  groupBy,
  lastJournaledId,
  linesOf,
  monthOf,
  productOf,
} from '../../../server/collector/batch.ts';
import { createThreadedBatchReader } from '../../../server/collector/threaded-batch-reader.ts';
import { frameOf } from '../../../server/collector/frames.ts';
import { TABLES, type Event, type Table } from '../../../server/collector/rows.ts';

const frame = (table: Table, id: number, ts = '2026-02-28 23:59:59.999', product = 1) =>
  frameOf({ table, id: BigInt(id), row: { product_id: product, visitor_id: '7', ts } } as unknown as Event);

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchpath-batch-'));
  path = join(folder, 'segment');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

/** Limits each read of a file to `bytes` bytes. Returns the handles and the requested lengths. */
const readInParts = async (bytes: number) => {
  const handle = await open(folder, 'r');
  await handle.close();
  const prototype = Object.getPrototypeOf(handle) as {
    read: (...args: unknown[]) => ReturnType<FileHandle['read']>;
  };
  const read = prototype.read;
  const spy = vi.spyOn(prototype, 'read').mockImplementation(function part(
    this: unknown,
    buffer,
    at,
    length,
    from,
  ) {
    return read.call(this, buffer, at, Math.min(bytes, Number(length)), from);
  });
  return {
    handles: () => spy.mock.contexts as unknown as FileHandle[],
    lengths: () => spy.mock.calls.map(([, , length]) => length),
  };
};

describe('a byte range of a segment', () => {
  test.each([4, 3, 100])('is read completely if the system returns %i bytes at a time', async bytes => {
    const { handles, lengths } = await readInParts(bytes);
    await writeFile(path, '0ab\ncde\nf\n');
    expect(await createBatchReader().cut(path, 1, 9, 10)).toBe(7);
    expect(lengths()).toEqual(
      bytes === 100 ? [8] : Array.from({ length: Math.ceil(8 / bytes) }, (_, n) => 8 - n * bytes),
    );
    expect(new Set(handles().map(({ fd }) => fd)), 'the file is closed').toEqual(new Set([-1]));
  });

  test('beyond the end of the file is an error, and the file is closed', async () => {
    const { handles } = await readInParts(4);
    await writeFile(path, '0123456789');
    await expect(createBatchReader().read(path, 1, 11)).rejects.toThrow(`${path} ends before 11`);
    expect(handles().map(({ fd }) => fd)).toEqual([-1, -1, -1, -1]);
  });

  test('is read once for cutting and loading, and again for another range', async () => {
    const { lengths } = await readInParts(10_000);
    const [first, second] = [frame('contact', 1), frame('contact', 2)];
    const other = `${path}-other`;
    await writeFile(path, `${first}${second}`);
    await writeFile(other, `${second}${first}`);
    const length = first.length;
    const { cut, read } = createBatchReader();
    const lastId = async (...stretch: Parameters<typeof read>) => (await read(...stretch)).last;
    expect(await cut(path, 0, 2 * length, 1)).toBe(length);
    expect([await lastId(path, 0, length), await lastId(path, 0, 2 * length)]).toEqual([1n, 2n]);
    expect(lengths()).toEqual([2 * length]);
    expect([
      await lastId(other, 0, length),
      await lastId(other, length, 2 * length),
      await lastId(path, 0, length),
      await lastId(path, 0, 2 * length),
    ]).toEqual([2n, 1n, 1n, 2n]);
    expect(lengths()).toEqual([2, 1, 1, 1, 2].map(rows => rows * length));
  });

  test('is not cached after a failed read', async () => {
    const { read } = createBatchReader();
    const line = frame('contact', 1);
    await writeFile(path, line.slice(0, 20));
    await expect(read(path, 0, line.length)).rejects.toThrow('ends before');
    await writeFile(path, line);
    expect((await read(path, 0, line.length)).rows).toBe(1);
  });
});

const threaded = createThreadedBatchReader();
afterAll(() => threaded.close());

describe.each([
  ['this thread', () => createBatchReader()],
  ['a worker thread', () => threaded],
])('a batch read in %s', (_, openReader) => {
  test('is split by table and month into pieces of 500 rows', async () => {
    const before = frame('contact', 9_000);
    const rows = Array.from({ length: 1_001 }, (_, n) =>
      frame(
        n === 700 ? 'conversion' : 'impression',
        2_000 - n,
        n === 800 ? '2026-03-01 00:00:00.000' : undefined,
      ),
    );
    const text = rows.join('');
    await writeFile(path, `${before}${text}${frame('contact', 9_001)}`);
    const batch = await openReader().read(path, before.length, before.length + text.length);
    expect([batch.rows, batch.counts, batch.last, batch.damaged]).toEqual([
      1_001,
      { contact: 0, impression: 1_000, access: 0, conversion: 1 },
      2_000n,
      [],
    ]);
    const sizes = TABLES.map(table =>
      [...batch.pieces[table]].map(([month, pieces]) => [
        month,
        pieces.map(piece => String(piece).trimEnd().split('\n').length),
      ]),
    );
    expect(sizes).toEqual([
      [],
      [
        ['2026-02', [500, 498, 1]],
        ['2026-03', [1]],
      ],
      [],
      [['2026-02', [1]]],
    ]);
  });

  test('lists its damaged lines, an unterminated last line included, and has the largest of all ids', async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) =>
      n === 3 || n === 700 ? `damaged ${n}\n` : frame('impression', n + 1),
    );
    const text = `${rows.join('')}torn`;
    await writeFile(path, text);
    const { damaged, last, rows: count } = await openReader().read(path, 0, text.length);
    expect([damaged.map(String), last, count]).toEqual([
      ['damaged 3\n', 'damaged 700\n', 'torn'],
      1_000n,
      998,
    ]);
  });

  test('is empty for an empty range', async () => {
    await writeFile(path, '');
    expect(await openReader().read(path, 0, 0)).toMatchObject({ rows: 0, last: 0n, damaged: [] });
  });

  test('overwrites the batch before, and fails where the file ends before it', async () => {
    const reader = openReader();
    const [first, second] = [frame('contact', 1), frame('access', 2)];
    await writeFile(path, `${first}${second}`);
    const textOf = async (from: number, to: number) => {
      const { pieces } = await reader.read(path, from, to);
      return TABLES.map(table => String(Buffer.concat([...pieces[table].values()].flat())));
    };
    const rowOf = (line: string) => line.slice(line.indexOf('{'));
    expect(await reader.cut(path, 0, first.length + second.length, 1)).toBe(first.length);
    expect(await textOf(0, first.length)).toEqual([rowOf(first), '', '', '']);
    expect(await textOf(first.length, first.length + second.length)).toEqual(['', '', rowOf(second), '']);
    await expect(reader.read(path, 0, first.length + second.length + 1)).rejects.toThrow('ends before');
    expect(await textOf(0, first.length)).toEqual([rowOf(first), '', '', '']);
  });
});

test('a worker thread that ends during a read fails that read, and the next one begins another thread', async () => {
  const reader = createThreadedBatchReader();
  const line = frame('contact', 1);
  // Long enough that the thread is still reading when it ends.
  const text = line.repeat(50_000);
  await writeFile(path, text);
  expect(await reader.cut(path, 0, line.length, 10)).toBe(line.length);
  const read = reader.read(path, 0, text.length);
  await Promise.all([
    expect(read).rejects.toThrow('the thread that reads the journal ended'),
    reader.close(),
  ]);
  expect((await reader.read(path, 0, line.length)).rows).toBe(1);
  await reader.close();
  await reader.close();
});

describe('the last id in the journal', () => {
  /** Segments with these ids; null: a missing file, which must not be read. */
  const segments = (ids: Readonly<Record<string, readonly number[] | null>>) =>
    Promise.all(
      Object.entries(ids).map(async ([name, all]) => {
        const text = (all ?? [1]).map(id => frame('access', id)).join('');
        if (all !== null) await writeFile(join(folder, name), `${text}${frame('access', 99)}`);
        return { name, path: join(folder, name), durable: text.length };
      }),
    );

  test.each<[string, Readonly<Record<string, readonly number[] | null>>, readonly string[], bigint]>([
    ['is that of the last segment; earlier ones are not read', { a: null, b: [5, 8, 6] }, [], 8n],
    ['is searched before segments without events', { a: null, b: [3], c: [] }, [], 3n],
    ['is the largest of unordered segments', { a: [9], b: null, c: [4] }, ['a'], 9n],
    ['is not replaced by a smaller one', { a: [2], b: [4] }, ['a'], 4n],
    ['is 0 where there is none', { a: [] }, ['a'], 0n],
  ])('%s', async (_, ids, unordered, last) => {
    expect(await lastJournaledId(await segments(ids), unordered)).toBe(last);
  });
});

describe('the lines of a batch', () => {
  test('are split at the newlines of their pieces', () => {
    expect(
      linesOf([[Buffer.from('a\nbc\n'), Buffer.from('d\n')], [], [Buffer.from('e\n')]]).map(String),
    ).toEqual(['a\n', 'bc\n', 'd\n', 'e\n']);
  });

  test.each([
    ['{"product_id":12,"ts":"2026-02-28 23"}', '2026-02', '12'],
    ['{"product_id":2147483647,"ts":"2026-12-31"}', '2026-12', '2147483647'],
    ['{"visitor_id":"12"}', '', ''],
    ['{"product_id":"12"}', '', ''],
  ])('%s have a month and a product', (line, month, product) => {
    expect([monthOf(Buffer.from(line)), productOf(Buffer.from(line))]).toEqual([month, product]);
  });

  test('are grouped in the order of the first occurrence of their keys', () => {
    const groups = groupBy(
      ['b1', 'a1', 'b2', 'a2'].map(text => Buffer.from(text)),
      line => String(line)[0]!,
    );
    expect([...groups].map(([key, lines]) => [key, lines.map(String)])).toEqual([
      ['b', ['b1', 'b2']],
      ['a', ['a1', 'a2']],
    ]);
  });
});
