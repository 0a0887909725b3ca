import { isIPv4 } from 'node:net';

/** Whether a host name or address is of this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '::1' ||
  host === '[::1]' ||
  (isIPv4(host) && host.startsWith('127.'));

/**
 * Whether a server's URL names this machine. The query of a PostgreSQL URL may name the host; a path is a Unix
 * socket.
 */
const isLocalServer = (url: string): boolean => {
  const { hostname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return host === '' || host.startsWith('/') || isLoopback(host);
};

/** Settings that determine whether other machines can reach the program or share its stores. */
export interface ReachableSettings {
  readonly host: string;
  readonly publicUrl: string;
  readonly databaseUrl: string | null;
  readonly clickhouseUrl: string | null;
  readonly clickhouseSlices?: readonly { readonly url: string }[];
}

/**
 * Explains why other machines can reach the program or share its stores, as the beginning of a sentence; null: they
 * cannot. URLs are named by their setting only, because they may contain passwords.
 */
export const exposureOf = ({
  host,
  publicUrl,
  databaseUrl,
  clickhouseUrl,
  clickhouseSlices = [],
}: ReachableSettings): string | null => {
  if (!isLoopback(host)) return `HOST=${host} accepts connections from other machines`;
  if (!isLoopback(new URL(publicUrl).hostname)) return 'PUBLIC_URL is not an address of this machine';
  if (databaseUrl !== null && !isLocalServer(databaseUrl))
    return 'DATABASE_URL names a server on another machine';
  if (clickhouseUrl !== null && !isLocalServer(clickhouseUrl))
    return 'CLICKHOUSE_URL names a server on another machine';
  if (clickhouseSlices.some(({ url }) => !isLocalServer(url)))
    return 'CLICKHOUSE_SLICES names a server on another machine';
  return null;
};
