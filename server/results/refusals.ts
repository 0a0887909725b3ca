import type { SeenResult } from './request-parts.ts';

/**
 * A result that was not changed, with the reason. `status`, `version`: null where the user may not see the result.
 */
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
 * Separates the results that a command may change from those that it refuses.
 *
 * @param locked the results that were found for the command
 * @param refusalOf reason for a refusal; null: the result may be changed
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
