import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSecrets } from '../../../server/platform/secrets.ts';
import { SettingError } from '../../../server/platform/settings.ts';

describe('the secrets of an installation', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchpath-secrets-é-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are created once for their owner, also by concurrent starts', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => openSecrets(join(folder, 'secrets.json'))));
    expect(new Set(all.map(one => JSON.stringify(one))).size).toBe(1);
    expect(await openSecrets(join(folder, 'secrets.json'))).toEqual(all[0]);
    expect(await readdir(folder)).toEqual(['secrets.json']);
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600);
  });

  it('are reported in one line if they cannot be read', async () => {
    await mkdir(join(folder, 'secrets.json'));
    await expect(openSecrets(join(folder, 'secrets.json'))).rejects.toThrow(
      /^[^\n]+secrets\.json cannot be read [^\n]+\.$/,
    );
  });

  it.each(['', '{', 'null', '[]', '{"jwt":"short"}', '\0\0\0\0'])(
    'are not replaced if their file contains %j, and one line states what to do',
    async text => {
      await writeFile(join(folder, 'secrets.json'), text);
      const failure: unknown = await openSecrets(join(folder, 'secrets.json')).catch(
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(SettingError);
      expect((failure as Error).message).toMatch(/^[^\n]+secrets\.json lacks [^\n]+\.$/);
    },
  );
});
