import type { Fault, FaultCode, Values } from '../http/failures.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import type { Columns, ImportField } from './columns.ts';
import type { SheetRow } from './sheet.ts';

/** What an import would do, before it does it. */

export const KINDS = ['ads', 'costs'] as const;
export type ImportKind = (typeof KINDS)[number];

/** For whom and for what rows are imported. */
export interface ImportContext {
  readonly companyId: number;
  readonly productId: number;
  /** null: nobody, a schedule. */
  readonly userId: number | null;
  readonly ip: string;
  readonly at: Date;
}

/** One thing wrong with one row. `field` is ours; `row` alone: with the whole of it. */
export interface RowError {
  readonly row: number;
  readonly field: string;
  readonly code: FaultCode;
  readonly values?: Values;
}

export const ACTIONS = ['create', 'update', 'replace', 'same'] as const;
/** What one row would do. Values are as they would be answered. */
export interface PlannedRow {
  readonly row: number;
  readonly action: (typeof ACTIONS)[number];
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Plan {
  readonly rows: readonly PlannedRow[];
  readonly errors: readonly RowError[];
  /** Does it, in the transaction that it was planned in. Only without errors. */
  readonly write: (db: Database) => Promise<readonly RowError[]>;
}

/** One kind of import. */
export interface Importer {
  readonly fields: readonly ImportField[];
  /**
   * @param db the transaction in which it is written, where it is
   * @throws {Failure} `invalid`: columns are missing
   */
  readonly plan: (
    db: Database,
    context: ImportContext,
    columns: Columns,
    rows: readonly SheetRow[],
  ) => Promise<Plan>;
}

/** Collects what is wrong with rows. */
export const createErrors = () => {
  const errors: RowError[] = [];
  return {
    errors,
    add: (row: number, field: string, { code, values }: Fault): void => {
      errors.push({
        row,
        field,
        code,
        ...(values !== undefined && Object.keys(values).length > 0 && { values }),
      });
    },
  };
};
