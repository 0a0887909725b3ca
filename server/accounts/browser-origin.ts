import type { Dependencies } from '../dependencies.ts';
import { isLoopback } from '../platform/public-exposure.ts';

/** Characters of an origin that are logged: a caller states it. */
const LOGGED_ORIGIN_LENGTH = 200;

/** The host of an origin of a browser; null: it is none, such as `null`. */
const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).hostname : null);

/**
 * Creates the check of the addresses at which users open the console. With another PUBLIC_URL, tags and links in mails
 * lead where nobody may be, and the program itself cannot notice that. The first such address is logged, once for each
 * start; one of the user's own machine may be a tunnel.
 *
 * @returns the check of a browser's `Origin`, which proxies pass on unchanged
 */
export const createOriginCheck = ({ settings, log }: Pick<Dependencies, 'settings' | 'log'>) => {
  const { publicUrl } = settings;
  const expected = new URL(publicUrl).origin;
  let isReported = false;
  return (origin: string | undefined): void => {
    if (isReported || origin === undefined || origin === expected) return;
    const host = hostOf(origin);
    if (host === null || isLoopback(host)) return;
    isReported = true;
    log.warn(
      { origin: origin.slice(0, LOGGED_ORIGIN_LENGTH), publicUrl },
      'A user opened the console at another address than PUBLIC_URL, to which tags and links in mails lead: set it to the address that browsers use.',
    );
  };
};
