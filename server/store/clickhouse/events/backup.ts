import { setTimeout as sleep } from 'node:timers/promises';
import type { Columnar } from '../engine/columnar.ts';
import { rowsOf } from '../engine/query.ts';
import { EVENT_ID } from './load.ts';

/**
 * Copies of the event tables of the embedded engine, while it works. Rollups are not copied: they are derived from the
 * events.
 */

const TABLES = Object.keys(EVENT_ID)
  .map(table => `TABLE ${table}`)
  .join(', ');
const POLL_MS = 100;
/** A folder below that of the engine's backups, which needs no escaping. */
const NAME = /^[a-z0-9-]{1,64}$/;

/**
 * Starts a statement and waits for its end, however long it takes.
 * @throws {Error} with the engine's message
 */
const runInBackground = async (columnar: Columnar, statement: string, name: string): Promise<void> => {
  if (!NAME.test(name)) throw new TypeError(`${name} is not the name of a backup`);
  const started = await columnar.query({
    query: `${statement} File('${name}/') ASYNC`,
    format: 'JSON',
  });
  const id = (await started.json<{ id: string }>()).data[0]?.id ?? '';
  for (;;) {
    const [state] = await rowsOf<{ status: string; error: string }>(
      columnar,
      'SELECT toString(status) AS status, error FROM system.backups WHERE id = {id: String}',
      { id },
    );
    if (state === undefined) throw new Error('the engine was restarted meanwhile');
    if (state.status === 'BACKUP_CREATED' || state.status === 'RESTORED') return;
    if (state.error !== '') throw new Error(state.error);
    await sleep(POLL_MS);
  }
};

/** Copies the event tables into a new folder, by its name in the engine's folder for backups. */
export const backUpEvents = (columnar: Columnar, name: string): Promise<void> =>
  runInBackground(columnar, `BACKUP ${TABLES} TO`, name);

/** Creates the event tables, which must not exist, from a copy. */
export const restoreEvents = (columnar: Columnar, name: string): Promise<void> =>
  runInBackground(columnar, `RESTORE ${TABLES} FROM`, name);
