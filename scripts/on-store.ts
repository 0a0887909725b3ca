import { checkStoreMove } from '../server/backup/store-move.ts';
import { createLog } from '../server/platform/logger.ts';
import { type DataLock, lockFolder } from '../server/platform/data-lock/lock.ts';
import { SettingError, type Settings } from '../server/platform/settings.ts';
import { openDatabase } from '../server/store/postgres/engine/connect.ts';
import {
  asksForHelp,
  explainError,
  readCommandSettings,
  requireInstallation,
  usageText,
} from './operator.ts';

interface Opened {
  readonly settings: Settings;
  readonly log: ReturnType<typeof createLog>;
  /** Lock of the folder of embedded stores; null: no store is embedded. */
  readonly lock: DataLock | null;
  readonly store: Awaited<ReturnType<typeof openDatabase>>;
}

/** A command that has no arguments. */
interface PlainCommand {
  readonly usage: string;
  readonly isEmbedded: (settings: Settings) => boolean;
}

/** @returns whether the command is to run: its arguments ask for nothing else */
const acceptsArguments = (usage: string, args: readonly string[]): boolean => {
  if (asksForHelp(args)) process.stdout.write(usageText([usage]));
  else if (args.length > 0) {
    process.stderr.write(
      `This command has no arguments, and was given ${args.join(' ')}.\n${usageText([usage])}`,
    );
    process.exitCode = 2;
  }
  return args.length === 0;
};

/**
 * Runs `work` on the relational store of the program, with the same environment. An embedded store is locked, so the
 * program must not be running and cannot start meanwhile. An invalid setting is reported in one line, as is a folder
 * without an installation.
 */
export const onStore = async (
  { usage, isEmbedded }: PlainCommand,
  work: (opened: Opened) => Promise<void>,
): Promise<void> => {
  if (!acceptsArguments(usage, process.argv.slice(2))) return;
  try {
    const settings = readCommandSettings('warn');
    await checkStoreMove(settings);
    const log = createLog(settings);
    const needsFolder = isEmbedded(settings);
    if (needsFolder) await requireInstallation(settings.dataDir);
    const lock = needsFolder ? await lockFolder(settings.dataDir, { log }) : null;
    try {
      const store = await openDatabase(settings, lock, log);
      try {
        await work({ settings, log, lock, store });
      } finally {
        await store.close();
      }
    } finally {
      await lock?.release();
    }
  } catch (error) {
    const message = explainError(error);
    if (message === null) throw error;
    process.stderr.write(`${message}\n`);
    process.exitCode = error instanceof SettingError ? 2 : 1;
  }
};
