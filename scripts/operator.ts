import { access } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupFault } from '../server/backup/manifest.ts';
import { checkStoreMove } from '../server/backup/store-move.ts';
import { OperatorError, type OperatorParts } from '../server/companies/operator.ts';
import { FolderInUse } from '../server/platform/data-lock/acquire.ts';
import { nameOfUser } from '../server/platform/data-lock/identity.ts';
import { type DataLock, lockFolder } from '../server/platform/data-lock/lock.ts';
import { systemClock } from '../server/platform/clock.ts';
import { LOCALES, type Locale } from '../server/wording/words.ts';
import { createLog } from '../server/platform/logger.ts';
import { readPublicUrlFile } from '../server/platform/public-url-file.ts';
import {
  findMisspeltSettings,
  readSettings,
  SettingError,
  type Settings,
} from '../server/platform/settings.ts';
import { openSlices } from '../server/slices/open-slices.ts';
import { oneSlice, type Slices } from '../server/slices/slices.ts';
import { joinColumnar } from '../server/store/clickhouse/connect.ts';
import { joinDatabase, openDatabase } from '../server/store/postgres/engine/connect.ts';
import { isStoreUnavailable } from '../server/store/unavailable.ts';

/** Invalid command line. The message is followed by the usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The stores of a command. The columnar stores are opened by the commands that need them. */
export interface OpenStores {
  readonly parts: OperatorParts;
  /** @param migrates false: the tables of ClickHouse stay as they are; default: missing migrations run */
  slices(migrates?: boolean): Promise<Slices>;
}

/**
 * Opening the embedded stores of a folder without an installation would make one there, whose figures are empty.
 * @throws {OperatorError}
 */
export const requireInstallation = (dataDir: string): Promise<void> =>
  access(join(dataDir, 'journal')).catch((error: unknown) => {
    throw new OperatorError(`${dataDir} has no installation: set DATA_DIR to the folder of the program.`, {
      cause: error,
    });
  });

type Log = ReturnType<typeof createLog>;

/**
 * Locks the folder of the embedded stores.
 * @throws {OperatorError} the folder has no installation
 * @returns null: no store is embedded; 'joined': a running process has the lock, and its stores are joined
 */
const ownOrJoin = async (settings: Settings, log: Log): Promise<DataLock | 'joined' | null> => {
  if (settings.databaseUrl !== null && settings.clickhouseUrl !== null) return null;
  await requireInstallation(settings.dataDir);
  try {
    return await lockFolder(settings.dataDir, { log });
  } catch (error) {
    if (error instanceof FolderInUse && error.isReachable) return 'joined';
    throw error;
  }
};

/**
 * Without `PUBLIC_URL` in the environment of a command, its links have the address of the program on the folder, which
 * may have another `PORT` as well. One that differs from that address is obeyed, since the program may be started with
 * it next, and named.
 */
const withAddressOfProgram = async (settings: Settings): Promise<Settings> => {
  const ofProgram = await readPublicUrlFile(settings.dataDir);
  if (ofProgram === null) return settings;
  if ((process.env['PUBLIC_URL'] ?? '').trim() === '') return { ...settings, publicUrl: ofProgram };
  if (ofProgram !== settings.publicUrl)
    process.stderr.write(
      `PUBLIC_URL of this command is ${settings.publicUrl}, and the program on ${settings.dataDir} last answered at ${ofProgram}: links of this command lead to the former.\n`,
    );
  return settings;
};

/** Opens the stores of the settings, or joins those of a running program, and closes them after the work. */
export const withStores = async (
  settings: Settings,
  log: Log,
  work: (stores: OpenStores) => Promise<void>,
): Promise<void> => {
  await checkStoreMove(settings);
  const owned = await ownOrJoin(settings, log);
  const lock = owned === 'joined' ? null : owned;
  const closing: (() => Promise<void>)[] = [];
  const keep = <Store extends { close(): Promise<void> }>(store: Store): Store => {
    closing.unshift(() => store.close());
    return store;
  };
  try {
    const isJoined = owned === 'joined';
    const { db } = keep(
      isJoined && settings.databaseUrl === null
        ? await joinDatabase(settings.dataDir, log)
        : await openDatabase(settings, lock, log),
    );
    const operator = `${nameOfUser(process.getuid?.() ?? 0)}@${hostname()}`;
    await work({
      parts: { db, clock: systemClock, settings: await withAddressOfProgram(settings), operator },
      slices: async (migrates = true) =>
        isJoined && settings.clickhouseUrl === null
          ? oneSlice(keep(await joinColumnar(settings.dataDir)).columnar)
          : keep(await openSlices(settings, lock, log, db, migrates)).slices,
    });
  } finally {
    for (const close of closing) await close();
    await lock?.release();
  }
};

/** Settings of a command, from the environment of the program. @param level the default of LOG_LEVEL */
export const readCommandSettings = (level: Settings['logLevel']): Settings => {
  const settings = readSettings({ LOG_LEVEL: level, ...process.env });
  for (const misspelt of findMisspeltSettings(process.env)) process.stderr.write(`${misspelt}\n`);
  return settings;
};

/** Options of all commands. */
const OPTIONS = {
  code: { type: 'string' },
  name: { type: 'string' },
  email: { type: 'string' },
  company: { type: 'string' },
  confirm: { type: 'string' },
  lang: { type: 'string' },
  link: { type: 'boolean' },
  'any-address': { type: 'boolean' },
  'second-factor': { type: 'boolean' },
  passwords: { type: 'boolean' },
  noted: { type: 'string' },
  after: { type: 'string' },
  force: { type: 'boolean' },
  to: { type: 'string' },
  cancel: { type: 'boolean' },
  mend: { type: 'boolean' },
} as const;

export type OptionName = keyof typeof OPTIONS;

export interface CommandLine {
  /** The words after the command. */
  readonly words: readonly string[];
  readonly values: Readonly<Partial<Record<OptionName, string | boolean>>>;
  /** A required text. @throws {UsageError} when it is missing */
  required(name: OptionName): string;
  /** Language of the email; default: ja. @throws {UsageError} for an unknown language */
  locale(): Locale;
}

const readCommand = (args: readonly string[], allowed: readonly OptionName[]): CommandLine => {
  const options = Object.fromEntries(allowed.map(name => [name, OPTIONS[name]]));
  let parsed: { values: Record<string, string | boolean | undefined>; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const values = parsed.values as CommandLine['values'];
  return {
    words: parsed.positionals,
    values,
    required: name => {
      const value = values[name];
      if (typeof value !== 'string' || value.trim() === '') throw new UsageError(`--${name} is missing.`);
      return value;
    },
    locale: () => {
      const locale = LOCALES.find(one => one === (values.lang ?? 'ja'));
      if (locale === undefined) throw new UsageError(`--lang must be one of ${LOCALES.join(', ')}.`);
      return locale;
    },
  };
};

interface Usage {
  readonly usage: string;
  readonly options: readonly OptionName[];
  /** Number of words after the command's name. */
  readonly words: number;
}
/** A command on the stores: its usage, options and implementation. */
export interface StoreCommand extends Usage {
  readonly run: (line: CommandLine, stores: OpenStores) => Promise<void>;
}
/** A command that opens no store, or opens them in its own way. */
export interface OfflineCommand extends Usage {
  readonly runOffline: (line: CommandLine, settings: Settings, log: Log) => Promise<void>;
}
export type Command = StoreCommand | OfflineCommand;

/** Whether the arguments ask how a command is used. */
export const asksForHelp = (args: readonly string[]): boolean =>
  args.some(arg => arg === '--help' || arg === '-h');

export const usageText = (usages: readonly string[]): string => usages.map(usage => `  ${usage}\n`).join('');

/** Errors whose message tells the operator what to do. */
const EXPLAINED = [UsageError, OperatorError, SettingError, BackupFault] as const;
/** Errors of a disk that the operator can correct. Their messages name the path, such as that of a backup. */
const DISK_ERRORS: ReadonlySet<unknown> = new Set([
  'EACCES',
  'EDQUOT',
  'EISDIR',
  'ENAMETOOLONG',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
]);
/** The code of PostgreSQL for a full disk. */
const FULL_DISK_CODE = '53100';
/** The error that a store or the disk answered, below those of the layers above it. */
const firstCause = (error: unknown): { readonly code?: unknown; readonly syscall?: unknown } & Error =>
  error instanceof Error && error.cause instanceof Error ? firstCause(error.cause) : (error as Error);

/**
 * Explains an error in one line that is all the operator needs.
 * @returns null: it is a fault of the program
 */
export const explainError = (error: unknown): string | null => {
  const { message } = error as Error;
  if (EXPLAINED.some(kind => error instanceof kind)) return message;
  const cause = firstCause(error);
  if (cause.code === FULL_DISK_CODE)
    return `The disk of PostgreSQL is full: make room on it (${cause.message}).`;
  // One that repeats its cause names the file.
  if (DISK_ERRORS.has(cause.code)) return message.includes(cause.message) ? message : cause.message;
  // A file system that has no room for folders, such as /proc.
  if (cause.syscall === 'mkdir') return cause.message;
  // A file that is missing has the code of a socket that is.
  const isMissingFile = cause.code === 'ENOENT' && cause.syscall !== 'connect';
  if (isMissingFile || !isStoreUnavailable(error)) return null;
  return `A store does not answer (${cause.message}). The log of the program says why, such as a full disk.`;
};

/** The words of a command's usage that call it, such as `company create`. */
const calledName = (usage: string): string => {
  const [, script = '', word = ''] = /npm run ([a-z-]+)(?: -- ([a-z-]+))?/.exec(usage) ?? [];
  return `${script} ${word}`.trim();
};

/**
 * Runs a command on the stores of the program, with the same environment; embedded stores of a running program are
 * joined. Exit code 1: the command failed; 2: the command line is invalid. `--help` prints the usage only.
 */
export const runCommands = async (
  commands: Readonly<Record<string, Command>>,
  args: readonly string[],
): Promise<void> => {
  const [name = '', ...rest] = args;
  const usage = usageText(Object.values(commands).map(one => one.usage));
  if (asksForHelp(args)) {
    process.stdout.write(usage);
    return;
  }
  try {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined)
      throw new UsageError(name === '' ? 'The command is missing.' : `Unknown command ${name}.`);
    const line = readCommand(rest, command.options);
    if (line.words.length !== command.words)
      throw new UsageError(`Wrong arguments for ${calledName(command.usage)}.`);
    const settings = readCommandSettings('error');
    const log = createLog(settings);
    if ('runOffline' in command) await command.runOffline(line, settings, log);
    else await withStores(settings, log, stores => command.run(line, stores));
  } catch (error) {
    const message = explainError(error);
    if (message === null) throw error;
    process.stderr.write(`${message}\n${error instanceof UsageError ? usage : ''}`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
};
