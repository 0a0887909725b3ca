import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { replaceFile } from '../platform/durable-files.ts';
import { SettingError, type Settings } from '../platform/settings.ts';

/** Note in the data folder that its embedded stores are being moved, or were moved, to servers. */

const State = Type.Union([Type.Literal('embedded'), Type.Literal('moving'), Type.Literal('moved')]);
const StoreMove = Type.Object({ relational: State, events: State });
export type StoreMove = Readonly<Static<typeof StoreMove>>;

const FILE = 'store-move.json';

export const readStoreMove = async (dataDir: string): Promise<StoreMove> => {
  const text = await readFile(join(dataDir, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null
    ? { relational: 'embedded', events: 'embedded' }
    : Value.Parse(StoreMove, JSON.parse(text));
};

/** Writes the note; it is durable when the promise resolves. */
export const saveStoreMove = (dataDir: string, move: StoreMove): Promise<void> =>
  replaceFile(dataDir, FILE, JSON.stringify(move));

/**
 * Refuses a start, and commands, on the stores that do not have the data.
 * @throws {SettingError} one line that says what to do
 */
export const checkStoreMove = async ({
  dataDir,
  databaseUrl,
  clickhouseUrl,
}: Pick<Settings, 'dataDir' | 'databaseUrl' | 'clickhouseUrl'>): Promise<void> => {
  const move = await readStoreMove(dataDir);
  const settings = [
    { name: 'DATABASE_URL', state: move.relational, isSet: databaseUrl !== null },
    { name: 'CLICKHOUSE_URL', state: move.events, isSet: clickhouseUrl !== null },
  ];
  for (const { name, state, isSet } of settings) {
    if (state === 'moving' && isSet)
      throw new SettingError(
        `${name}: the data of ${dataDir} is not complete there. Run npm run migrate-data again, or start without ${name}.`,
      );
    if (state === 'moved' && !isSet)
      throw new SettingError(
        `${name}: the data of ${dataDir} was moved to a server. Set ${name}, or remove ${join(dataDir, FILE)} to go back to the data before the move.`,
      );
  }
};
