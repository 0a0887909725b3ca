import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { countDamagedLines, openDamagedLines } from '../../../server/collector/damaged-lines.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchpath-damaged-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

it('damaged lines are appended unchanged, and counted with those of earlier starts', async () => {
  const damaged = await openDamagedLines(folder);
  expect(damaged.count()).toBe(0);
  await damaged.add([Buffer.from('a\xff\n', 'latin1'), Buffer.from('b\n')]);
  expect(damaged.count()).toBe(2);
  const again = await openDamagedLines(folder);
  expect(again.count()).toBe(2);
  await again.add([Buffer.from('\n')]);
  expect(again.count()).toBe(3);
  expect(await readFile(join(folder, 'damaged.ndjson'), 'latin1')).toBe('a\xff\nb\n\n');
});

it('lines that still name a visitor of a product are removed, and no others', async () => {
  const line = (product: number, visitor: string, more = '') =>
    Buffer.from(`00000000 01 {"product_id":${product},"visitor_id":"${visitor}","ts":"x"}${more}\n`);
  const damaged = await openDamagedLines(folder);
  expect(await damaged.remove(1, '77')).toBe(0);
  const others = [line(1, '7'), line(1, '777'), line(11, '77'), Buffer.from('a\xff\n', 'latin1')];
  await damaged.add([line(1, '77'), ...others]);
  await damaged.add([line(1, '77', '\xff')]);
  // A line that is added meanwhile stays.
  const [removed] = await Promise.all([damaged.remove(1, '77'), damaged.add([line(2, '77')])]);
  expect([removed, damaged.count(), await damaged.remove(1, '77')]).toEqual([2, 5, 0]);
  const left = Buffer.concat([...others, line(2, '77')]);
  expect((await readFile(join(folder, 'damaged.ndjson'))).equals(left)).toBe(true);
  expect((await openDamagedLines(folder)).count()).toBe(5);
});

it('lines of a large file are counted in pieces', async () => {
  await writeFile(join(folder, 'damaged.ndjson'), `\n${'x'.repeat(100_000)}\n\ny`);
  expect(await countDamagedLines(folder)).toBe(3);
});

it('a file that cannot be read is no missing one', async () => {
  await mkdir(join(folder, 'damaged.ndjson'));
  await expect(countDamagedLines(folder)).rejects.toMatchObject({ code: 'EISDIR' });
});
