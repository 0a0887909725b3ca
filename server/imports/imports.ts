import { createHash, webcrypto } from 'node:crypto';
import { Failure, type Fault } from '../http/failures.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { dayText, tokyoDay } from '../platform/time.ts';
import type { Columns, Mapping } from './columns.ts';
import { adsImporter } from './ads.ts';
import { costs } from './costs.ts';
import { createFileReader, READ_LIMITS, type ImportTable, type ReadLimits } from './file-reader.ts';
import { createImportLimit } from './import-limit.ts';
import type { Importer, ImportContext, ImportKind, PlannedRow, RowError } from './plan.ts';
import type { FileFormat } from './sheet.ts';

/**
 * Imports of files. A file is read in a thread, each row is planned, and the plan is written in one transaction. If
 * any row has an error, nothing is written.
 */

export interface ImportFile {
  readonly kind: ImportKind;
  readonly format: FileFormat;
  readonly bytes: Buffer;
  readonly mapping: Mapping;
}

const importers = { ads: adsImporter, costs } as const satisfies Record<ImportKind, Importer>;

export interface Preview {
  readonly columns: Pick<Columns, 'found' | 'unknown'>;
  readonly total: number;
  readonly rows: readonly PlannedRow[];
  readonly errors: readonly RowError[];
  readonly digest: string;
  readonly unreadSheets: number;
}

/** Outcome of an import; if there are errors, nothing was written. */
export interface Outcome {
  readonly total: number;
  readonly counts: Counts;
  readonly errors: readonly RowError[];
}
export type Counts = Readonly<Record<PlannedRow['action'], number>>;

/**
 * Digest of a file, its format, mapping, kind and product, which identifies a preview. Hashing runs outside of the
 * event loop.
 */
export const digestOf = async (
  { productId }: Pick<ImportContext, 'productId'>,
  { kind, format, bytes, mapping }: ImportFile,
): Promise<string> => {
  const content = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
  return createHash('sha256')
    .update(
      JSON.stringify([
        productId,
        kind,
        format,
        Object.entries(mapping).toSorted(([a], [b]) => (a < b ? -1 : 1)),
        content,
      ]),
    )
    .digest('hex');
};

export const countsOf = (rows: readonly PlannedRow[]): Counts => {
  const of = (action: PlannedRow['action']) => rows.filter(row => row.action === action).length;
  return { create: of('create'), update: of('update'), replace: of('replace'), same: of('same') };
};

/** Rows with a day that has not come in Tokyo, which a day and month in the wrong order cause. */
export interface FutureDays {
  readonly total: number;
  /** The first such row and its day. */
  readonly row: number;
  readonly day: string;
}

/** @returns null: no row has a later day than that of `at` */
export const futureDaysOf = (rows: readonly PlannedRow[], at: Date): FutureDays | null => {
  const today = dayText(tokyoDay(at.getTime()));
  const later = rows.flatMap(({ row, values: { day } }) =>
    typeof day === 'string' && day > today ? [{ row, day }] : [],
  );
  return later[0] === undefined ? null : { total: later.length, ...later[0] };
};

/** Rolls back the transaction and carries the outcome. */
class Undone extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('the import has errors');
    this.outcome = outcome;
  }
}

const previewTable = async (
  db: Database,
  context: ImportContext,
  file: ImportFile,
  { columns, rows, unreadSheets }: ImportTable,
): Promise<Preview> => {
  const plan = await importers[file.kind].plan(db, context, columns, rows);
  return {
    columns,
    total: rows.length,
    rows: plan.rows,
    errors: plan.errors,
    digest: await digestOf(context, file),
    unreadSheets,
  };
};

/** Writes a table in one transaction; an error in any row rolls all of them back. */
const applyTable = async (
  db: Database,
  context: ImportContext,
  kind: ImportKind,
  { columns, rows }: ImportTable,
): Promise<Outcome> => {
  try {
    return await db.transaction(async tx => {
      const plan = await importers[kind].plan(tx, context, columns, rows);
      const errors = plan.errors.length > 0 ? plan.errors : await plan.write(tx);
      if (errors.length > 0) throw new Undone({ total: rows.length, counts: countsOf([]), errors });
      return { total: rows.length, counts: countsOf(plan.rows), errors };
    });
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    throw error;
  }
};

export interface Imports {
  /**
   * Previews the changes of a file.
   *
   * @throws {Failure} `invalid`: the file is unreadable or lacks columns; `overloaded`
   */
  preview(context: ImportContext, file: ImportFile): Promise<Preview>;
  /**
   * Imports a file, completely or not at all.
   *
   * @param patient waits for its slot without a limit
   * @throws {Failure} `invalid`: the file is unreadable or lacks columns; `overloaded`
   */
  apply(context: ImportContext, file: ImportFile, patient?: boolean): Promise<Outcome>;
  /** Ends the threads that read files. */
  close(): Promise<void>;
}

/** Creates the imports of a program, which share the threads and the limit of concurrent imports. */
export const createImports = (db: Database, limits: ReadLimits = READ_LIMITS): Imports => {
  const reader = createFileReader(limits);
  const limit = createImportLimit();
  const read = ({ kind, format, bytes, mapping }: ImportFile): Promise<ImportTable> =>
    reader.read(bytes, format, importers[kind].fields, mapping);
  return {
    preview: (context, file) =>
      limit.run(context.companyId, async () => previewTable(db, context, file, await read(file))),
    apply: (context, file, patient) =>
      limit.run(context.companyId, async () => applyTable(db, context, file.kind, await read(file)), patient),
    close: reader.close,
  };
};

const MAX_FAULTS = 1_000;

/** Converts errors of rows to faults of fields: `rows.12.cost`. */
export const refuseRows = (errors: readonly RowError[]): Failure => {
  const fields: Record<string, Fault[]> = {};
  for (const { row, field, code, values } of errors.slice(0, MAX_FAULTS))
    (fields[`rows.${row}.${field}`] ??= []).push({ code, ...(values && { values }) });
  return new Failure('invalid', { fields });
};
