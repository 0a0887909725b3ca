import { startPoller, type Poller } from '../platform/poller.ts';
import type { Dependencies } from '../dependencies.ts';
import { removeExpiredClaims } from '../store/postgres/tracking/conversion-claims.ts';
import { HOUR } from '../platform/time.ts';

/** Removes claims on result identifiers that are older than their product's tracking term, every hour. */
export const startClaimRemoval = ({ db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>): Poller =>
  startPoller(goesOn => removeExpiredClaims(db, clock.now(), goesOn), {
    log,
    failed: 'Expired claims on result identifiers could not be removed; retrying.',
    every: HOUR,
  });
