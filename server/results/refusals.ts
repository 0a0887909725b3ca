import type { SeenResult } from './request-parts.ts';

/** Why one of many results was not changed, and its state; null where nothing may be disclosed of it. */
export interface Refused<Code extends string> {
  readonly id: number;
  readonly code: Code;
  readonly status: number | null;
  readonly version: number | null;
}

interface LockedResult {
  readonly result: { readonly id: number; readonly approvalStatus: number; readonly version: number };
}

/**
 * Separates the results that a command may change from those that it may not, each in its own right.
 *
 * @param locked the results that were found for the command
 * @param refusalOf why a result that was found is not changed; null: it is
 */
export const separateRefused = <Row extends LockedResult, Code extends string>(
  seen: readonly SeenResult[],
  locked: readonly Row[],
  refusalOf: (row: Row, seenVersion: number) => Code | null,
): { readonly accepted: Row[]; readonly refused: Refused<Code | 'not_found'>[] } => {
  const rows = new Map(locked.map(row => [row.result.id, row]));
  const accepted: Row[] = [];
  const refused: Refused<Code | 'not_found'>[] = [];
  for (const { id, version } of seen) {
    const row = rows.get(id);
    if (row === undefined) {
      refused.push({ id, code: 'not_found', status: null, version: null });
      continue;
    }
    const code = refusalOf(row, version);
    if (code === null) accepted.push(row);
    else refused.push({ id, code, status: row.result.approvalStatus, version: row.result.version });
  }
  return { accepted, refused };
};
