import { startPoller, type Poller } from '../platform/poller.ts';
import type { Dependencies } from '../dependencies.ts';
import { removeExpiredClaims } from '../store/postgres/tracking/conversion-claims.ts';
import { createSteadyClock } from '../platform/steady-clock.ts';
import { HOUR } from '../platform/time.ts';

/**
 * Removes claims on result identifiers that are older than their product's tracking term, every hour. A clock that is
 * ahead for a moment removes none: a conversion that is reported again would count twice.
 */
export const startClaimRemoval = (
  { db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>,
  steadyClock = createSteadyClock(clock),
): Poller =>
  startPoller(
    async goesOn => {
      const now = steadyClock.now();
      if (now !== null) await removeExpiredClaims(db, now, goesOn);
    },
    {
      log,
      failed: 'Expired claims on result identifiers could not be removed; retrying.',
      every: HOUR,
      task: { part: 'jobs', name: 'claim_removal' },
    },
  );
