import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addKey, KEY_NAMES, removePreviousKeys } from '../../../server/platform/key-file.ts';
import { openSecrets, type Secrets } from '../../../server/platform/secrets.ts';
import { SettingError } from '../../../server/platform/settings.ts';

describe('the secrets of an installation', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'touchpath-secrets-é-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are created once for their owner, also by concurrent starts', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => openSecrets(join(folder, 'secrets.json'))));
    expect(new Set(all.map(one => one.digest())).size).toBe(1);
    const keys = KEY_NAMES.map(name => all[0]![name].current());
    expect(new Set(keys).size).toBe(4);
    const again = await openSecrets(join(folder, 'secrets.json'));
    expect(KEY_NAMES.map(name => again[name].current())).toEqual(keys);
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

  it('of a version without a key of notifications sign these with the key of clicks, also after a rotation', async () => {
    const file = join(folder, 'secrets.json');
    const old = { jwt: 'j'.repeat(43), click: 'c'.repeat(43), crossdomain: 'x'.repeat(43) };
    await writeFile(file, JSON.stringify(old));
    const secrets = await openSecrets(file, () => 1_000);
    expect(secrets.notice.current()).toBe(old.click);
    await addKey(file, 'click', 500);
    expect(await secrets.reload()).toBe(true);
    expect(secrets.click.current()).not.toBe(old.click);
    expect(secrets.notice.accepted()).toEqual([old.click]);
  });

  it('are rotated: accepted at once, signing from their time, and the previous ones stay until they are removed', async () => {
    const file = join(folder, 'secrets.json');
    let now = 1_000;
    const secrets: Secrets = await openSecrets(file, () => now);
    const [first, others] = [secrets.jwt.current(), secrets.click.current()];
    const digest = secrets.digest();
    expect([await secrets.reload(), secrets.isRotating()]).toEqual([false, false]);
    await addKey(file, 'jwt', 2_000);
    expect(secrets.jwt.accepted()).toEqual([first]);
    expect(await secrets.reload()).toBe(true);
    const [second] = secrets.jwt.accepted();
    expect(secrets.jwt.accepted()).toEqual([second, first]);
    expect(secrets.digest()).not.toBe(digest);
    now = 1_999;
    expect([secrets.jwt.current(), secrets.isRotating()]).toEqual([first, true]);
    now = 2_000;
    expect([secrets.jwt.current(), secrets.isRotating()]).toEqual([second, false]);
    // A clock before all times: the oldest key.
    now = -1;
    expect(secrets.jwt.current()).toBe(first);
    // A key that does not sign yet does not replace the present one.
    await removePreviousKeys(file, 'jwt', 1_999);
    await secrets.reload();
    expect(secrets.jwt.accepted()).toEqual([second, first]);
    await removePreviousKeys(file, 'jwt', 2_000);
    await secrets.reload();
    expect(secrets.jwt.accepted()).toEqual([second]);
    expect(secrets.click.current()).toBe(others);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('keep the owner and the mode of their file', async () => {
    const file = join(folder, 'secrets.json');
    await openSecrets(file);
    await chmod(file, 0o640);
    // An administrator replaces keys of a program that runs as another user.
    if (process.getuid?.() === 0) await chown(file, 1_234, 2_345);
    const before = await stat(file);
    await addKey(file, 'click', 0);
    expect(await stat(file)).toMatchObject({ uid: before.uid, gid: before.gid, mode: before.mode });
  });

  it('remain in use while their file is unreadable', async () => {
    const file = join(folder, 'secrets.json');
    const secrets = await openSecrets(file);
    const key = secrets.click.current();
    const text = await readFile(file, 'utf8');
    for (const broken of [
      '',
      text.slice(0, 50),
      text.replace(/"click": "[\w-]+"/, '"click": [{"key": "short"}]'),
    ]) {
      await writeFile(file, broken);
      await expect(secrets.reload()).rejects.toThrow(SettingError);
      expect(secrets.click.accepted()).toEqual([key]);
    }
  });
});
