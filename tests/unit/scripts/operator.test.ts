import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { explainError } from '../../../scripts/operator.ts';
import { replaceFile } from '../../../server/platform/durable-files.ts';
import { fileHandlePrototype } from '../../support/file-handles.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });

it('explains a full disk by the file that could not be written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-full-'));
  const full = withCode('ENOSPC: no space left on device, write', 'ENOSPC');
  vi.spyOn(await fileHandlePrototype(), 'writeFile').mockRejectedValue(full);
  const failed = await replaceFile(folder, 'secrets.json', '{}').catch((error: unknown) => error);
  expect(explainError(failed)).toBe(
    `${folder}/secrets.json cannot be written (ENOSPC: no space left on device, write).`,
  );
  expect(failed).toMatchObject({ code: 'ENOSPC' });
  await rm(folder, { recursive: true });
});

it('explains the full disk of PostgreSQL, below a statement that failed', () => {
  const cause = withCode('could not write init file: No space left on device', '53100');
  expect(explainError(new Error('Failed query: select 1', { cause }))).toBe(
    'The disk of PostgreSQL is full: make room on it (could not write init file: No space left on device).',
  );
});

it('explains a folder that cannot be made, unlike a file that is missing', () => {
  const mkdirFailed = withCode("ENOENT: no such file or directory, mkdir '/proc/backup'", 'ENOENT');
  expect(explainError(Object.assign(mkdirFailed, { syscall: 'mkdir' }))).toBe(mkdirFailed.message);
  const openFailed = withCode("ENOENT: no such file or directory, open '/x'", 'ENOENT');
  expect(explainError(Object.assign(openFailed, { syscall: 'open' }))).toBeNull();
});
