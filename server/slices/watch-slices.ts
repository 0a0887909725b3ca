import type { Logger } from 'pino';
import { startPoller, type Poller } from '../platform/poller.ts';
import { SettingError } from '../platform/settings.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { requireUsedSlices, type Slices } from './slices.ts';

/** Interval in ms. The rows of a product that was moved stay where they were for much longer. */
const LOOK_EVERY_MS = 5_000;

/**
 * Looks whether a slice came into use that this process does not have: it would read and load events of its products in
 * another.
 *
 * @param onUnknown called once, after the reason was logged: the process must stop
 */
export const watchUsedSlices = (
  { slices, db, log }: { readonly slices: Slices; readonly db: Database; readonly log: Logger },
  onUnknown: () => void,
): Poller => {
  let isKnown = true;
  return startPoller(
    async () => {
      if (!isKnown) return;
      try {
        await requireUsedSlices(slices, db);
      } catch (error) {
        if (!(error instanceof SettingError)) throw error;
        isKnown = false;
        log.fatal(error.message);
        onUnknown();
      }
    },
    { log, failed: 'The slices in use could not be read; retrying.', every: LOOK_EVERY_MS },
  );
};
