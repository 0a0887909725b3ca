import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openRejectedRows, type RejectedRow } from '../../../server/collector/rejected-rows.ts';
import type { Table } from '../../../server/collector/rows.ts';
import { fileHandlePrototype } from '../../support/file-handles.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchpath-rejected-'));
  file = join(folder, 'rejected.ndjson');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const lineOf = (column: string, id: unknown) =>
  Buffer.from(`${JSON.stringify({ [column]: id, text: '注文' })}\n`);
const row = (table: Table, id: string, column: string, error = 'code 117'): RejectedRow => ({
  table,
  id,
  error,
  row: String(lineOf(column, id)).trimEnd(),
});
const IMPRESSION = row('impression', '1', 'impression_id');
const CONVERSION = row('conversion', '1', 'conversion_id');

describe('rows that the store refused', () => {
  test('are stored once by table and id, and survive a restart', async () => {
    const rejected = await openRejectedRows(folder);
    expect([rejected.count(), rejected.all(), await readdir(folder)]).toEqual([0, [], []]);
    await rejected.add('impression', [lineOf('impression_id', '1')], 'code 117');
    await rejected.add('conversion', [lineOf('conversion_id', '1')], 'code 117');
    const before = await readFile(file, 'utf8');
    await rejected.add('impression', [lineOf('impression_id', '1')], 'code 1');
    expect(await readFile(file, 'utf8'), 'no new line').toBe(before);
    await rejected.add('impression', [lineOf('impression_id', '1'), lineOf('impression_id', '2')], 'code 1');
    const all = [IMPRESSION, CONVERSION, row('impression', '2', 'impression_id', 'code 1')];
    for (const one of [rejected, await openRejectedRows(folder)])
      expect([one.all(), one.count()]).toEqual([all, 3]);
    const lines = (await readFile(file, 'utf8')).split('\n').filter(line => line !== '');
    expect(lines.map(line => JSON.parse(line) as unknown)).toEqual(all);
  });

  test.each<[Table, string]>([
    ['contact', 'interaction_id'],
    ['impression', 'impression_id'],
    ['access', 'access_id'],
    ['conversion', 'conversion_id'],
  ])('of the table %s have their id in %s', async (table, column) => {
    const rejected = await openRejectedRows(folder);
    await rejected.add(table, [lineOf(column, '5'), lineOf(column, 6), lineOf('id', '7')], 'code 117');
    expect(rejected.all().map(({ id }) => id)).toEqual(['5', '']);
  });

  test('are kept where others are removed at the same time', async () => {
    const rejected = await openRejectedRows(folder);
    await rejected.add('conversion', [lineOf('conversion_id', '1')], 'code 117');
    await Promise.all([
      rejected.remove([CONVERSION]),
      rejected.add('impression', [lineOf('impression_id', '1')], 'code 117'),
      rejected.add('impression', [lineOf('impression_id', '2')], 'code 117'),
    ]);
    const all = [IMPRESSION, row('impression', '2', 'impression_id')];
    for (const one of [rejected, await openRejectedRows(folder)]) expect(one.all()).toEqual(all);
  });

  test('are kept after a line that a crash truncated', async () => {
    const first = await openRejectedRows(folder);
    await first.add('impression', [lineOf('impression_id', '1')], 'code 117');
    await appendFile(file, '{"table":"impression","id":"2","er');
    const second = await openRejectedRows(folder);
    expect(second.all()).toEqual([IMPRESSION]);
    await second.add('conversion', [lineOf('conversion_id', '1')], 'code 117');
    expect((await openRejectedRows(folder)).all()).toEqual([IMPRESSION, CONVERSION]);
  });

  test.each([
    null,
    1,
    'text',
    {},
    { ...IMPRESSION, table: 'visitor' },
    { ...IMPRESSION, table: undefined },
    { ...IMPRESSION, id: 1 },
    { ...IMPRESSION, id: undefined },
    { ...IMPRESSION, row: {} },
    { ...IMPRESSION, row: undefined },
  ])('are not read from an invalid line: %j', async value => {
    await writeFile(file, `${JSON.stringify(value)}\n${JSON.stringify(CONVERSION)}\n`);
    expect((await openRejectedRows(folder)).all()).toEqual([CONVERSION]);
  });

  test('stop the start if their file cannot be read', async () => {
    await mkdir(file);
    await expect(openRejectedRows(folder)).rejects.toThrow('EISDIR');
  });

  test('are removed permanently and selectively', async () => {
    const rejected = await openRejectedRows(folder);
    await rejected.add('impression', [lineOf('impression_id', '1')], 'code 117');
    await rejected.add(
      'conversion',
      [lineOf('conversion_id', '1'), lineOf('conversion_id', '2')],
      'code 117',
    );
    await rejected.remove([{ ...CONVERSION, error: 'another' }]);
    const rest = [IMPRESSION, row('conversion', '2', 'conversion_id')];
    for (const one of [rejected, await openRejectedRows(folder)])
      expect([one.all(), one.count()]).toEqual([rest, 2]);
    expect(await readFile(file, 'utf8')).toBe(rest.map(one => `${JSON.stringify(one)}\n`).join(''));
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(await readdir(folder)).toEqual(['rejected.ndjson']);
    await rejected.add('conversion', [lineOf('conversion_id', '1')], 'again');
    expect(rejected.count(), 'a removed row can be refused again').toBe(3);
  });

  test.each(['writeFile', 'datasync'] as const)(
    'remain if %s fails, and the file is closed',
    async method => {
      const rejected = await openRejectedRows(folder);
      await rejected.add('impression', [lineOf('impression_id', '1')], 'code 117');
      const failing = vi.spyOn(await fileHandlePrototype(), method).mockRejectedValue(new Error('EIO'));
      await expect(rejected.remove([IMPRESSION])).rejects.toThrow('EIO');
      expect(failing.mock.contexts.map(handle => (handle as unknown as { fd: number }).fd)).toEqual([-1]);
      expect([rejected.all(), (await openRejectedRows(folder)).all()]).toEqual([[IMPRESSION], [IMPRESSION]]);
    },
  );

  test('are durable with their file name after an addition or removal', async () => {
    const rejected = await openRejectedRows(folder);
    const prototype = await fileHandlePrototype();
    const [content, name] = [vi.spyOn(prototype, 'datasync'), vi.spyOn(prototype, 'sync')];
    await rejected.add('impression', [lineOf('impression_id', '1')], 'code 117');
    expect([content.mock.calls.length, name.mock.calls.length]).toEqual([1, 1]);
    await rejected.remove([IMPRESSION]);
    expect([content.mock.calls.length, name.mock.calls.length]).toEqual([2, 2]);
  });

  test('are taken over from the files of earlier versions only', async () => {
    const others = [
      'unreadable-impression.ndjson.old',
      'unreadable-visitor.ndjson',
      'x-unreadable-impression.ndjson',
    ];
    for (const name of others) await writeFile(join(folder, name), 'not looked at');
    await writeFile(
      join(folder, 'unreadable-impression.ndjson'),
      Buffer.concat([lineOf('impression_id', '1'), lineOf('impression_id', '2')]),
    );
    await writeFile(join(folder, 'unreadable-conversion.ndjson'), lineOf('conversion_id', '1'));
    const all = [
      row('conversion', '1', 'conversion_id'),
      IMPRESSION,
      row('impression', '2', 'impression_id'),
    ].map(one => ({ ...one, error: 'refused before an upgrade' }));
    for (const rejected of [await openRejectedRows(folder), await openRejectedRows(folder)]) {
      expect(rejected.all().toSorted((a, b) => (`${a.table}${a.id}` < `${b.table}${b.id}` ? -1 : 1))).toEqual(
        all,
      );
    }
    expect((await readdir(folder)).toSorted()).toEqual(['rejected.ndjson', ...others]);
  });
});
