import { spawnSync } from 'node:child_process';
import { chown, mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingError } from '../../../platform/settings.ts';
import type { Binaries } from './binaries.ts';
import type { Place } from './cluster-folder.ts';
import { ENV } from './server-process.ts';

/** Superuser of the embedded server. */
export const USER = 'touchpath';

/**
 * Creates the data of the embedded server unless they exist.
 *
 * @param volatile no durability, for fast tests only
 * @throws {SettingError} one line with the reason and the alternative setting
 */
export const makeCluster = async (
  { data, account }: Place,
  { initdb }: Binaries,
  volatile: boolean,
): Promise<void> => {
  if (await stat(join(data, 'PG_VERSION')).catch(() => null)) return;
  // Created under another name and renamed: an interrupted start leaves no directory that resembles a
  // cluster.
  const made = `${data}.new`;
  await rm(made, { recursive: true, force: true });
  await mkdir(made, { mode: 0o700 });
  if (account) await chown(made, account.uid, account.gid);
  const args = [
    '-D',
    made,
    '-U',
    USER,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const { status, error, stderr } = spawnSync(initdb, volatile ? [...args, '--no-sync'] : args, {
    ...account,
    cwd: '/',
    env: ENV,
    encoding: 'utf8',
  });
  if (status !== 0) {
    const lines =
      stderr
        ?.trim()
        .split('\n')
        .filter(line => line !== '') ?? [];
    const why =
      error?.message ??
      // A user without an account is named in a line that is called no error.
      lines.findLast(line => /error|fatal/i.test(line)) ??
      lines.at(-1) ??
      `initdb exited with code ${status}`;
    const cause = why.replace(/^.{0,80}(?:FATAL|ERROR|error|initdb): +/, '');
    throw new SettingError(
      `PostgreSQL could not initialize its data in ${data} (${cause}). Correct the cause and start again, or set DATABASE_URL.`,
    );
  }
  await rename(made, data);
};
