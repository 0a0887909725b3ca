import { isIPv4 } from 'node:net';

const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '::1' ||
  host === '[::1]' ||
  (isIPv4(host) && host.startsWith('127.'));

/**
 * The host of a server's URL; of PostgreSQL also one that the query names. A path is a Unix socket of this
 * machine.
 */
const isLocalServer = (url: string): boolean => {
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return host === '' || host.startsWith('/') || isLoopback(host);
};

/** The settings by which others than the people of this machine may reach the program. */
export interface ReachableSettings {
  readonly host: string;
  readonly publicUrl: string;
  readonly databaseUrl: string | null;
  readonly clickhouseUrl: string | null;
}

/**
 * Says why others may reach the program or share its stores, as the beginning of a sentence. Of URLs only the
 * name of the setting is repeated, as they may hold passwords. Null: only this machine reaches it.
 */
export const exposureOf = ({
  host,
  publicUrl,
  databaseUrl,
  clickhouseUrl,
}: ReachableSettings): string | null => {
  if (!isLoopback(host)) return `HOST=${host} lets other machines in`;
  if (!isLoopback(new URL(publicUrl).hostname)) return 'PUBLIC_URL names another address than this machine';
  if (databaseUrl !== null && !isLocalServer(databaseUrl))
    return 'DATABASE_URL names a server of another machine';
  if (clickhouseUrl !== null && !isLocalServer(clickhouseUrl))
    return 'CLICKHOUSE_URL names a server of another machine';
  return null;
};
