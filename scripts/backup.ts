import { createBackup, requireBackupFolder } from '../server/backup/backup.ts';
import { bytesOf, verifyBackup, type Manifest } from '../server/backup/manifest.ts';
import { restoreBackup } from '../server/backup/restore.ts';
import { OperatorError } from '../server/companies/operator.ts';
import { buildText, readBuild } from '../server/platform/build.ts';
import type { Settings } from '../server/platform/settings.ts';
import { type Command, requireInstallation, runCommands, withStores } from './operator.ts';

/** Backs up an installation with embedded stores, and restores it (docs/operations.md, "Backups"). */

const say = (text: string) => process.stdout.write(`${text}\n`);

const MEGABYTE = 1_000_000;
const sizeOf = (manifest: Manifest): string =>
  `${manifest.files.length} files, ${(bytesOf(manifest) / MEGABYTE).toFixed(1)} MB`;

/** @throws {OperatorError} a store is a server, which has its own tools */
const requireEmbedded = ({ databaseUrl, clickhouseUrl }: Settings): void => {
  if (databaseUrl !== null || clickhouseUrl !== null) {
    throw new OperatorError(
      'This command copies embedded stores only. With DATABASE_URL or CLICKHOUSE_URL, use the tools of the servers: docs/operations.md, "Backups".',
    );
  }
};

const commands: Readonly<Record<string, Command>> = {
  create: {
    usage: 'npm run backup -- FOLDER',
    options: [],
    words: 1,
    runOffline: async ({ words: [folder = ''] }, settings, log) => {
      requireEmbedded(settings);
      const { dataDir } = settings;
      await requireInstallation(dataDir);
      await requireBackupFolder(dataDir, folder); // before the stores start, which takes seconds
      const madeBy = buildText(await readBuild(settings.commit));
      await withStores(settings, log, async ({ parts: { db, clock }, slices }) => {
        const parts = { db, columnar: (await slices()).all[0].columnar, clock, dataDir, madeBy };
        const manifest = await createBackup(parts, folder);
        say(`Backed up ${dataDir} to ${folder} (${sizeOf(manifest)}).`);
        say('It contains keys and personal data. Check it with npm run verify.');
      });
    },
  },
  verify: {
    usage: 'npm run verify -- FOLDER',
    options: [],
    words: 1,
    runOffline: async ({ words: [folder = ''] }) => {
      const manifest = await verifyBackup(folder);
      say(
        `The backup of ${manifest.begunAt} is complete and unchanged (${sizeOf(manifest)}, made by version ${manifest.madeBy}).`,
      );
    },
  },
  restore: {
    usage: 'npm run restore -- FOLDER',
    options: [],
    words: 1,
    runOffline: async ({ words: [folder = ''] }, settings, log) => {
      requireEmbedded(settings);
      const manifest = await restoreBackup(folder, settings.dataDir, log);
      say(`Restored the backup of ${manifest.begunAt} to ${settings.dataDir}. Start it with npm start.`);
    },
  },
};

await runCommands(commands, process.argv.slice(2));
