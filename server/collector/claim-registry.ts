import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Confirmation } from '../store/postgres/tracking/conversion-claims.ts';

/**
 * The claims of this process, from their creation until PostgreSQL stores their conversions.
 */
export interface ClaimRegistry {
  /** The number of a new claim: 63 random bits, because PostgreSQL's integers are signed. */
  begin(): string;
  /** Nothing was recorded under a claim. */
  abandon(claimId: string): void;
  /** The outcome of a claim: the conversion's id or null; undefined: the claim belongs to another process. */
  outcome(claimId: string): Promise<string | null> | undefined;
  /** A claim's conversion is durable: the claim is confirmed soon, in one batch with others. */
  recorded(confirmation: Confirmation): void;
  /** Confirms the waiting claims. */
  close(): Promise<void>;
}

interface PendingClaim {
  readonly outcome: Promise<string | null>;
  readonly end: (conversionId: string | null) => void;
}

const CONFIRM_EVERY_MS = 200;

/** @param confirm stores the conversions of claims; its errors are logged, and it is called again */
export const createClaimRegistry = (
  confirm: (confirmations: readonly Confirmation[]) => Promise<void>,
  log: Pick<Logger, 'warn'>,
): ClaimRegistry => {
  const pending = new Map<string, PendingClaim>();
  const waiting = new Map<string, Confirmation>();
  let isStoreUnavailable = false;
  let timer: NodeJS.Timeout | undefined;

  const confirmSoon = (): void => {
    timer ??= setTimeout(() => void confirmWaiting(), CONFIRM_EVERY_MS).unref();
  };
  const confirmWaiting = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = [...waiting.values()];
    if (batch.length === 0) return;
    try {
      await confirm(batch);
      for (const { claimId } of batch) {
        waiting.delete(claimId);
        pending.delete(claimId);
      }
      isStoreUnavailable = false;
    } catch (error) {
      if (!isStoreUnavailable)
        log.warn({ err: error }, 'Recorded conversions could not be confirmed; retrying.');
      isStoreUnavailable = true;
    }
    if (waiting.size > 0) confirmSoon();
  };

  return {
    begin: () => {
      const claimId = (randomBytes(8).readBigUInt64BE() >> 1n).toString();
      let end!: PendingClaim['end'];
      const outcome = new Promise<string | null>(resolve => {
        end = resolve;
      });
      pending.set(claimId, { outcome, end });
      return claimId;
    },
    abandon: claimId => {
      pending.get(claimId)?.end(null);
      pending.delete(claimId);
    },
    outcome: claimId => pending.get(claimId)?.outcome,
    recorded: confirmation => {
      pending.get(confirmation.claimId)?.end(confirmation.conversionId);
      waiting.set(confirmation.claimId, confirmation);
      confirmSoon();
    },
    close: async () => {
      await confirmWaiting();
      clearTimeout(timer);
    },
  };
};
