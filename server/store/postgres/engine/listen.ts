import type pg from 'pg';
import type { Logger } from 'pino';
import { poolOf, type Database } from './database.ts';

export interface Listener {
  close(): void;
}

/** Delay in ms before a lost connection is replaced. */
const RECONNECT_MS = 1_000;

/**
 * Listens on a channel over one pooled connection, and replaces the connection when it is lost. Notifications can be
 * missed, while reconnecting or through a transaction pooler, so callers must also poll.
 * @param wake called with the payload of each notification, and with an empty text after each (re)connection
 * @param session a statement that runs once on each connection, such as one that takes a lock for as long as it lives
 */
export const listen = (
  db: Database,
  channel: string,
  wake: (payload: string) => void,
  log: Logger,
  session: string | null = null,
): Listener => {
  const pool = poolOf(db);
  let closed = false;
  let current: pg.PoolClient | null = null;
  let timer: NodeJS.Timeout | undefined;

  const lose = (client: pg.PoolClient, error?: Error) => {
    if (current !== client) return;
    current = null;
    client.release(true);
    if (closed) return;
    log.debug({ err: error }, `The connection that listens on ${channel} was lost; reconnecting.`);
    timer = setTimeout(() => void begin(), RECONNECT_MS).unref();
  };

  const begin = async (): Promise<void> => {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      log.debug({ err: error }, `Listening on ${channel} failed; retrying.`);
      if (!closed) timer = setTimeout(() => void begin(), RECONNECT_MS).unref();
      return;
    }
    if (closed) return client.release();
    current = client;
    client.on('notification', message => {
      if (message.channel === channel) wake(message.payload ?? '');
    });
    client.on('end', () => {
      lose(client);
    });
    client.on('error', error => {
      lose(client, error);
    });
    try {
      await client.query(`LISTEN "${channel}"`);
      if (session !== null) await client.query(session);
      wake('');
    } catch (error) {
      lose(client, error as Error);
    }
  };

  void begin();
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      if (current !== null) lose(current);
    },
  };
};
