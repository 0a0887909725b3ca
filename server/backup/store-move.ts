import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { hasFolderIdentity } from '../collector/folder-identity.ts';
import { hasTrackingSnapshot } from '../collector/tracking-snapshot.ts';
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

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Which embedded stores a data folder has. */
export const embeddedStores = async (
  dataDir: string,
): Promise<{ readonly relational: boolean; readonly events: boolean }> => ({
  relational: (await exists(join(dataDir, 'postgres'))) || (await exists(join(dataDir, 'postgres-location'))),
  events: await exists(join(dataDir, 'clickhouse')),
});

type StoreSettings = Pick<Settings, 'dataDir' | 'databaseUrl' | 'clickhouseUrl'>;

/** A store of a folder, and whether a start names a server for it. */
interface ChosenStore {
  readonly name: 'DATABASE_URL' | 'CLICKHOUSE_URL';
  readonly state: StoreMove['relational'];
  /** The embedded store of the folder, by its path; null: there is none. */
  readonly embedded: string | null;
  readonly isSet: boolean;
}

/** Why a start or command on such a store is refused; null: it is not. */
const refusalOf = (
  { name, state, embedded, isSet }: ChosenStore,
  dataDir: string,
  { wasUsed, isMovable }: { readonly wasUsed: boolean; readonly isMovable: boolean },
): string | null => {
  if (state === 'moved')
    return isSet
      ? null
      : `${name}: the data of ${dataDir} was moved to a server. Set ${name}, or remove ${join(dataDir, FILE)} to go back to the data before the move.`;
  if (state === 'moving')
    return isSet
      ? `${name}: the data of ${dataDir} is not complete there. Run npm run migrate-data again, or start without ${name}.`
      : null;
  if (isSet && embedded !== null && isMovable)
    return `${name}: the data of ${dataDir} are in its embedded store. Run npm run migrate-data before the start, which copies them to the server; or move ${embedded} elsewhere to start without them.`;
  if (!isSet && embedded === null && wasUsed)
    return `${name}: the data of ${dataDir} are on a server. Set ${name} as before, or set another DATA_DIR for a new installation.`;
  return null;
};

/** Both stores of a folder as a start with these settings finds them, and whether it was used with two servers before. */
const readStores = async ({ dataDir, databaseUrl, clickhouseUrl }: StoreSettings) => {
  const move = await readStoreMove(dataDir);
  const embedded = await embeddedStores(dataDir);
  const stores: readonly ChosenStore[] = [
    {
      name: 'DATABASE_URL',
      state: move.relational,
      embedded: embedded.relational ? join(dataDir, 'postgres') : null,
      isSet: databaseUrl !== null,
    },
    {
      name: 'CLICKHOUSE_URL',
      state: move.events,
      embedded: embedded.events ? join(dataDir, 'clickhouse') : null,
      isSet: clickhouseUrl !== null,
    },
  ];
  return { stores, wasOnServers: await hasFolderIdentity(join(dataDir, 'journal')) };
};

/**
 * Refuses a start, and commands, on the stores that do not have the data. A folder whose journal has an identity was
 * used with servers before, and its embedded stores are those of an earlier trial. One that was used and has no embedded
 * store was used with a server: a new store would be empty, and would be given the events that the journal still has.
 * @throws {SettingError} one line that says what to do
 */
export const checkStoreMove = async (settings: StoreSettings): Promise<void> => {
  const { dataDir } = settings;
  const { stores, wasOnServers } = await readStores(settings);
  const use = {
    wasUsed: wasOnServers || (await hasTrackingSnapshot(dataDir)),
    // A first start that was cut off leaves stores without a journal: nothing was accepted.
    isMovable: !wasOnServers && (await exists(join(dataDir, 'journal'))),
  };
  for (const store of stores) {
    const refusal = refusalOf(store, dataDir, use);
    if (refusal !== null) throw new SettingError(refusal);
  }
};

/**
 * Says which data a start that is not refused leaves out: those of a trial before the servers, or, where the settings
 * of the servers are gone and such a trial is there, those of the servers. Which of them is meant cannot be known.
 * @returns a line for each store
 */
export const describeUnreadStores = async (settings: StoreSettings): Promise<readonly string[]> => {
  const { stores, wasOnServers } = await readStores(settings);
  if (!wasOnServers) return [];
  return stores.flatMap(({ name, state, embedded, isSet }) => {
    if (embedded === null || state !== 'embedded') return [];
    return isSet
      ? `${name} names a server: the data of the embedded store in ${embedded} are from before and are not read. Delete it or move it elsewhere when you do not need them.`
      : `${name} is not set, and ${settings.dataDir} was used with a server before: this start reads the embedded store in ${embedded} instead. Stop it and set ${name} if you need the data of the server.`;
  });
};
