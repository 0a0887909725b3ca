import type { Fault, FaultCode, Values } from '../http/failures.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import type { Columns, ImportField } from './columns.ts';
import type { SheetRow } from './sheet.ts';

/** The plan of an import, before it is applied. */

export const KINDS = ['ads', 'costs'] as const;
export type ImportKind = (typeof KINDS)[number];

/** The user and the product of an import. */
export interface ImportContext {
  readonly companyId: number;
  readonly productId: number;
  /** null: a schedule, without a user. */
  readonly userId: number | null;
  readonly ip: string;
  readonly at: Date;
}

/** One error of one row. `field` is the field of the import; `row` alone concerns the complete row. */
export interface RowError {
  readonly row: number;
  readonly field: string;
  readonly code: FaultCode;
  readonly values?: Values;
}

export const ACTIONS = ['create', 'update', 'replace', 'same'] as const;
/** The planned change of one row. Values have the form of answers. */
export interface PlannedRow {
  readonly row: number;
  readonly action: (typeof ACTIONS)[number];
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Plan {
  readonly rows: readonly PlannedRow[];
  readonly errors: readonly RowError[];
  /** Applies the plan, in the transaction that it was made in. Only without errors. */
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

/** Collects the errors of rows. */
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
