import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from '../../../server/platform/data-lock/lock.ts';
import { makeFolder } from '../../../server/platform/make-folder.ts';
import { openSecrets } from '../../../server/platform/secrets.ts';

const makeTemporary = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'touchpath-folder-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

// The start hung without a word: the option `recursive` of mkdir tries the parent for ever.
test('a data folder or keys at a place that has no room for folders are refused at once', async () => {
  const message = /^DATA_DIR \/proc\/touchpath\/data cannot be created \(E[A-Z]+: .*\/proc\/touchpath.*\)\.$/;
  await expect(lockFolder('/proc/touchpath/data', { log: pino({ level: 'silent' }) })).rejects.toThrow(
    message,
  );
  await expect(openSecrets('/proc/touchpath/secrets.json')).rejects.toThrow('/proc/touchpath');
});

test('a folder is made with those above it, also if it exists or is made at the same moment', async () => {
  const parent = await makeTemporary();
  const folder = join(parent, 'é/日本/data');
  await Promise.all([makeFolder(folder, 0o700), makeFolder(folder, 0o700), makeFolder(join(parent, 'é/b'))]);
  await makeFolder(folder, 0o700);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await symlink(folder, join(parent, 'link'));
  await makeFolder(join(parent, 'link'));
});

test('a file in its place, or in the place of a folder above it, is an error', async () => {
  const parent = await makeTemporary();
  const file = join(parent, 'file');
  await writeFile(file, '');
  await expect(makeFolder(file)).rejects.toThrow('EEXIST');
  await expect(makeFolder(join(file, 'data'))).rejects.toThrow('ENOTDIR');
});
