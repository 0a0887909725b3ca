import { createHash } from 'node:crypto';
import { chainAfter } from '../store/postgres/engine/audit-log.ts';
import type { Database } from '../store/postgres/engine/database.ts';

/** A place in the chain of a company's audit log, as noted outside of the installation. */
export interface ChainHead {
  /** Number of the entry, from 1; 0: there is none. */
  readonly position: number;
  /** SHA-256 of the entry and of all before it, hexadecimal. */
  readonly hash: string;
}

/**
 * `changed`: the entry differs from its hash. `missing`: there is no entry at the position. `replaced`: the entry at the
 * noted position has another hash, so that the chain was written anew.
 */
export interface ChainFault extends Pick<ChainHead, 'position'> {
  readonly kind: 'changed' | 'missing' | 'replaced';
}

const SLICE_LINES = 1000;

/**
 * Computes the hashes of a company's audit log and compares them with the stored ones, in slices of constant memory.
 * After an entry with a fault it continues from the stored hash, so that each fault is reported once.
 *
 * @param noted heads noted earlier: who can write to the database can also write a chain anew, but cannot give it the
 * hash that it had
 * @returns the newest entry
 */
export const verifyChain = async (
  db: Database,
  companyId: number,
  noted: readonly ChainHead[],
  onFault: (fault: ChainFault) => void,
): Promise<ChainHead> => {
  let head: ChainHead = { position: 0, hash: '' };
  const notedAt = new Map(noted.map(one => [one.position, one.hash]));
  for (;;) {
    const lines = await chainAfter(db, companyId, head.position, SLICE_LINES);
    for (const { position, text, hash } of lines) {
      for (let absent = head.position + 1; absent < position; absent++)
        onFault({ kind: 'missing', position: absent });
      const computed = createHash('sha256').update(`${head.hash}${text}`).digest('hex');
      if (position === head.position + 1 && computed !== hash) onFault({ kind: 'changed', position });
      if ((notedAt.get(position) ?? hash) !== hash) onFault({ kind: 'replaced', position });
      head = { position, hash };
    }
    if (lines.length < SLICE_LINES) break;
  }
  for (const { position } of noted) if (position > head.position) onFault({ kind: 'missing', position });
  return head;
};
