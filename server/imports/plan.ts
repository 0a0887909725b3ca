import type { Fault, FaultCode, Values } from '../http/failures.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import type { Columns, ImportField } from './columns.ts';
import type { SheetRow } from './sheet.ts';

/** Plans of imports, and their kinds. */

export const KINDS = ['ads', 'costs'] as const;
export type ImportKind = (typeof KINDS)[number];

/** The user and the product of an import. */
export interface ImportContext {
  readonly companyId: number;
  readonly productId: number;
  /** Null: a scheduled import without a user. */
  readonly userId: number | null;
  /** The API key with which the import was requested; absent: none. */
  readonly apiKeyId?: number | undefined;
  readonly ip: string;
  readonly at: Date;
}

/** An error of a row. `field` is a field of the import; `row`: the error concerns the complete row. */
export interface RowError {
  readonly row: number;
  readonly field: string;
  readonly code: FaultCode;
  readonly values?: Values;
}

export const ACTIONS = ['create', 'update', 'replace', 'same'] as const;
/** The planned change of a row, with values as in answers. */
export interface PlannedRow {
  readonly row: number;
  readonly action: (typeof ACTIONS)[number];
  readonly values: Readonly<Record<string, unknown>>;
  /** Names of the rows to which values refer, by field. */
  readonly names: Readonly<Record<string, string>>;
}

export interface Plan {
  readonly rows: readonly PlannedRow[];
  readonly errors: readonly RowError[];
  /** Writes the plan, in the transaction in which it was made. Only for plans without errors. */
  readonly write: (db: Database) => Promise<readonly RowError[]>;
}

/** One kind of import. */
export interface Importer {
  readonly fields: readonly ImportField[];
  /**
   * Plans the changes of a file.
   *
   * @param db the transaction that writes the plan, if the plan is applied
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
