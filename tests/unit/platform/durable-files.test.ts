import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { replaceFile } from '../../../server/platform/durable-files.ts';
import { fileHandlePrototype } from '../../support/file-handles.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchpath-durable-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});
const content = () => readFile(join(folder, 'file'), 'utf8');

test('a file is replaced by a text or in pieces, readable by its owner only', async () => {
  await replaceFile(folder, 'file', 'first');
  expect(await content()).toBe('first');
  await replaceFile(folder, 'file', async file => {
    await file.writeFile('second ');
    await file.writeFile('text');
  });
  expect(await content()).toBe('second text');
  expect((await stat(join(folder, 'file'))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['file']);
});

test.each(['writeFile', 'datasync'] as const)('the former file remains if %s fails', async method => {
  await replaceFile(folder, 'file', 'former');
  vi.spyOn(await fileHandlePrototype(), method).mockRejectedValue(new Error('EIO'));
  await expect(replaceFile(folder, 'file', 'next')).rejects.toThrow('EIO');
  vi.restoreAllMocks();
  expect(await content()).toBe('former');
});

test('the content is synced before the name, and the name after it', async () => {
  const calls: string[] = [];
  const prototype = await fileHandlePrototype();
  for (const method of ['datasync', 'sync'] as const) {
    const original = prototype[method];
    vi.spyOn(prototype, method).mockImplementation(async function (this: unknown) {
      calls.push(`${method} ${(await readdir(folder)).toSorted().join()}`);
      await original.call(this as never);
    });
  }
  await replaceFile(folder, 'file', 'text');
  expect(calls).toEqual(['datasync file.new', 'sync file']);
});
