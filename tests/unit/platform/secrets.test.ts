import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addKey, createKeyFile, KEY_NAMES, removePreviousKeys } from '../../../server/platform/key-file.ts';
import { derivedRing, fixedKey } from '../../../server/platform/key-ring.ts';
import { openSecrets, watchSecrets, type Secrets } from '../../../server/platform/secrets.ts';
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

  const KEY = 'k'.repeat(43);

  it.each([
    ['jwt', { jwt: [] }],
    ['jwt', { jwt: [null] }],
    ['jwt', { jwt: [{ key: KEY, since: 'soon' }] }],
    ['jwt', { jwt: [{ key: KEY, since: 5 }] }],
    ['click', { click: 'k'.repeat(42) }],
    ['notice', { notice: 'short' }],
    ['jwt, notice', { jwt: undefined, notice: null }],
  ])('are refused by the names that are wrong: %s', async (names, wrong) => {
    const file = join(folder, 'secrets.json');
    await writeFile(file, JSON.stringify({ jwt: KEY, click: KEY, crossdomain: KEY, ...wrong }));
    await expect(openSecrets(file)).rejects.toThrow(`secrets.json lacks ${names}: `);
  });

  it('sign by their times, in whatever order an administrator wrote them', async () => {
    const file = join(folder, 'secrets.json');
    const [first, second, third] = ['1', '2', '3'].map(one => ({
      key: one.repeat(43),
      ...(one !== '1' && { since: `1970-01-01T00:00:0${one}Z` }),
    })) as [{ key: string }, { key: string }, { key: string }];
    await writeFile(file, JSON.stringify({ jwt: [second, first, third], click: KEY, crossdomain: KEY }));
    const secrets = await openSecrets(file, () => 2_500);
    expect(secrets.jwt.accepted()).toEqual([third.key, second.key, first.key]);
    expect(secrets.jwt.current()).toBe(second.key);
  });

  it('are created by the first of several programs, and only where they can be', async () => {
    const file = join(folder, 'secrets.json');
    expect([await createKeyFile(file), await createKeyFile(file)]).toEqual([true, false]);
    await expect(createKeyFile(join(folder, 'missing', 'secrets.json'))).rejects.toThrow('ENOENT');
  });

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
    // Where no key signs yet, none is removed.
    await removePreviousKeys(file, 'jwt', -1);
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

  it('are followed by a running program, which says so and keeps the present ones where they cannot be read', async () => {
    const file = join(folder, 'secrets.json');
    const lines: unknown[] = [];
    const write = (line: string) =>
      lines.push((({ level, msg }) => [level, msg])(JSON.parse(line) as { level: number; msg: string }));
    const secrets = await openSecrets(file);
    const poller = watchSecrets(secrets, pino({}, { write }));
    try {
      await poller.poll();
      expect(lines).toEqual([]);
      await addKey(file, 'jwt', 0);
      await poller.poll();
      const accepted = secrets.jwt.accepted();
      expect([accepted.length, lines]).toEqual([2, [[30, 'The keys of the installation were changed.']]]);
      await writeFile(file, '');
      await poller.poll();
      expect(lines.slice(1)).toEqual([
        [50, 'The keys could not be read again; the present ones remain in use.'],
      ]);
      expect(secrets.jwt.accepted()).toEqual(accepted);
    } finally {
      await poller.close();
    }
  });
});

it('keys that are derived from others change with these, and each is computed once', () => {
  const computed: string[] = [];
  const derive = (key: string) => {
    computed.push(key);
    return `${key} derived`;
  };
  let [current, accepted] = ['a', ['a']];
  const ring = derivedRing({ current: () => current, accepted: () => accepted }, derive);
  expect([ring.current(), ring.accepted()]).toEqual(['a derived', ['a derived']]);
  [current, accepted] = ['b', ['b', 'a']];
  expect([ring.current(), ring.accepted()]).toEqual(['b derived', ['b derived', 'a derived']]);
  expect(computed).toEqual(['a', 'b']);
  expect([fixedKey('a').current(), fixedKey('a').accepted()]).toEqual(['a', ['a']]);
});
