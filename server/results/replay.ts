import type { Database } from '../store/postgres/engine/database.ts';
import { ledgersAfter } from '../store/postgres/results/decisions.ts';
import { type LedgerLine, replay } from './lifecycle.ts';

/** A result whose row differs from its ledger. `replayed` null: the ledger is invalid. */
export interface Disagreement {
  readonly resultId: number;
  readonly status: number;
  readonly version: number;
  readonly replayed: number | null;
  readonly lines: number;
}

const SLICE_RESULTS = 1000;

/**
 * Computes every result's status from its ledger and compares it with the row, in slices of constant memory.
 *
 * @param onDisagreement called for each result that differs
 * @returns number of compared results
 */
export const replayLedgers = async (
  db: Database,
  onDisagreement: (found: Disagreement) => void,
): Promise<number> => {
  let seen = 0;
  for (let after = 0; ;) {
    const rows = await ledgersAfter(db, after, SLICE_RESULTS);
    for (const { id, status, version, ledger } of rows) {
      const replayed = replay(ledger as readonly LedgerLine[]);
      if (replayed !== status || ledger.length !== version)
        onDisagreement({ resultId: id, status, version, replayed, lines: ledger.length });
    }
    seen += rows.length;
    if (rows.length < SLICE_RESULTS) return seen;
    after = rows.at(-1)!.id;
  }
};
