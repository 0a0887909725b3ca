import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyBackup } from '../../../server/backup/manifest.ts';
import { Installation } from '../../support/installation-life/installation.ts';
import { isLong } from '../../support/long.ts';

let installation: Installation;
let backup: string;
/** The answers before the last stop. */
let last: Readonly<Record<string, string>> = {};
/** What the command prints that makes a backup. */
const made = {
  code: 0,
  output: expect.stringMatching(/^Backed up .+ to .+ \(\d+ files, .+ MB\)\.\n/) as string,
};
const command = (name: string, folder = backup) => installation.command('backup', name, folder);

beforeAll(async () => {
  installation = await Installation.create();
  backup = join(installation.folder, 'backups', 'first');
}, 300_000);
afterAll(() => installation.remove());

/** Changes one byte in the middle of a file, and back when it is called again. */
const flip = async (path: string): Promise<void> => {
  const bytes = await readFile(path);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(path, bytes);
};

it('made while events arrive, restores every acknowledged event', { timeout: 300_000 }, async () => {
  await installation.apply({ type: 'burst', clicks: 30, conversions: 8 });
  await installation.check();
  const before = await installation.answers();
  expect(Object.values(before).join()).toContain('注文-8');
  expect(await installation.backUp(backup)).toEqual(made);
  await installation.apply({ type: 'stop' });
  // Events leave the journal when the store has them, and results refer to events.
  const times = await Promise.all(
    ['journal/position.json', 'postgres/backup_label', 'events/.backup'].map(
      async path => (await stat(join(backup, path))).mtimeMs,
    ),
  );
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect((await stat(backup)).mode & 0o777).toBe(0o700);
  expect((await stat(join(backup, 'files/secrets.json'))).mode & 0o777).toBe(0o600);
  expect(await command('verify')).toEqual({
    code: 0,
    output: expect.stringMatching(/^The backup of .+ is complete and unchanged/),
  });

  installation.moveTo('elsewhere');
  expect(await command('restore')).toEqual({ code: 0, output: expect.stringContaining('Restored') });
  await installation.apply({ type: 'start' });
  await installation.checkRestored();
  const after = await installation.answers();
  const settings = ['products/', 'ads/', 'roles/', 'changes/?action__ne=sign_in'];
  expect(settings.filter(path => after[path] === undefined || after[path] !== before[path])).toEqual([]);
  await installation.apply({ type: 'burst', clicks: 3, conversions: 2 });
  await installation.check();
  if (isLong) last = await installation.answers();
  await installation.apply({ type: 'stop' });
});

it('is made of a stopped program, too, and then restores equal answers', { timeout: 300_000 }, async () => {
  // The stores are started for the backup. No event arrives, so every answer is the same.
  const second = join(installation.folder, 'backups', 'of the stopped program');
  expect(await command('create', second)).toEqual(made);
  // In npm test, the backup above is restored.
  if (!isLong) return;
  expect((await command('verify', second)).code).toBe(0);
  installation.moveTo('of the second backup');
  expect(await command('restore', second)).toEqual({
    code: 0,
    output: expect.stringContaining('Restored'),
  });
  await installation.apply({ type: 'start' });
  await installation.check();
  const restored = await installation.answers();
  expect(Object.keys(last).filter(path => restored[path] !== last[path])).toEqual([]);
  await installation.apply({ type: 'stop' });
  installation.moveTo('elsewhere');
});

it('refuses folders with contents, and leaves them as they are', { timeout: 60_000 }, async () => {
  const before = await readdir(backup, { recursive: true });
  expect(await command('create')).toEqual({
    code: 1,
    output: expect.stringMatching(/^The folder .+ is not empty: .+\.\n$/),
  });
  expect(await command('create', join(installation.folder, 'elsewhere/backup'))).toEqual({
    code: 1,
    output: expect.stringMatching(/ lies in the data folder: .+\n$/),
  });
  expect(await command('restore')).toEqual({
    code: 1,
    output: expect.stringMatching(/^The data folder .+ is not empty: .+\.\n$/),
  });
  expect(await readdir(backup, { recursive: true })).toEqual(before);
  // A mistyped folder is not made an installation, of which the backup would be empty.
  installation.moveTo('mistyped');
  expect(await command('create', join(installation.folder, 'backups/second'))).toEqual({
    code: 1,
    output: expect.stringMatching(/mistyped has no installation: .+\n$/),
  });
  expect(await readdir(installation.folder)).not.toContain('mistyped');
});

it('refuses a damaged or incomplete backup, and restores nothing of it', { timeout: 120_000 }, async () => {
  installation.moveTo('third');
  /** Both commands verify by the same function, which takes a second less without a process. */
  const refused = async (message: RegExp, names: readonly string[] = []) => {
    await expect(verifyBackup(backup)).rejects.toThrow(message);
    for (const name of names)
      expect(await command(name)).toEqual({ code: 1, output: expect.stringMatching(message) });
    expect(await readdir(join(installation.folder, 'third')).catch(() => [])).toEqual([]);
  };
  const secrets = join(backup, 'files/secrets.json');
  await flip(secrets);
  await refused(/^The backup is damaged: files\/secrets\.json was changed\.\n?$/, ['verify', 'restore']);
  await flip(secrets);
  await rename(secrets, `${secrets}.away`);
  await refused(/^The backup is damaged: files\/secrets\.json is missing\.$/);
  await rename(`${secrets}.away`, secrets);
  await writeFile(join(backup, 'postgres/more'), '');
  await refused(/^The backup was changed: postgres\/more does not belong to it\.$/);
  const manifest = join(backup, 'manifest.json');
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"format": 1', '"format": 2'));
  await refused(/manifest\.json is damaged, or was made by a newer version of Touchpath\.$/);
  await rename(manifest, `${manifest}.away`);
  await refused(/^.+ is not a complete backup: it has no manifest\.json\.$/);
});
