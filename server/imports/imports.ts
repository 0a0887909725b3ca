import { createHash } from 'node:crypto';
import { Failure, type Fault } from '../http/failures.ts';
import type { Database } from '../store/postgres/database.ts';
import { matchColumns, type Columns, type Mapping } from './columns.ts';
import { adsImporter } from './ads.ts';
import { costs } from './costs.ts';
import { readFile } from './parse.ts';
import type { Importer, ImportContext, ImportKind, Plan, PlannedRow, RowError } from './plan.ts';
import type { FileFormat, Sheet } from './sheet.ts';

/**
 * From a file to rows in the store, all of them or none.
 *
 *     bytes ──read──▶ sheet ──match──▶ columns ──plan──▶ what each row would do ──write──▶ done
 *       └──────────────refused, by the file's fault──┘   └────errors by row: nothing is written────┘
 */

export interface ImportFile { readonly kind: ImportKind; readonly format: FileFormat; readonly bytes: Buffer; readonly mapping: Mapping }

const importers = { ads: adsImporter, costs } as const satisfies Record<ImportKind, Importer>;

export interface Preview {
  readonly columns: Pick<Columns, 'found' | 'unknown'>;
  readonly total: number;
  readonly rows: readonly PlannedRow[];
  readonly errors: readonly RowError[];
  readonly digest: string;
}

/** What was done. With errors nothing was. */
export interface Outcome { readonly total: number; readonly counts: Counts; readonly errors: readonly RowError[] }
export type Counts = Readonly<Record<PlannedRow['action'], number>>;

/** What is previewed by a name: the same bytes, read in the same way, for the same product. */
export const digestOf = ({ productId }: Pick<ImportContext, 'productId'>, { kind, format, bytes, mapping }: ImportFile): string =>
  createHash('sha256').update(JSON.stringify([productId, kind, format, Object.entries(mapping).toSorted(([a], [b]) => (a < b ? -1 : 1))])).update('\0').update(bytes).digest('hex');

export const countsOf = (rows: readonly PlannedRow[]): Counts => {
  const of = (action: PlannedRow['action']) => rows.filter(row => row.action === action).length;
  return { create: of('create'), update: of('update'), replace: of('replace'), same: of('same') };
};

const planOf = async (db: Database, context: ImportContext, file: ImportFile, sheet: Sheet): Promise<{ readonly columns: Columns; readonly plan: Plan }> => {
  const importer: Importer = importers[file.kind];
  const columns = matchColumns(sheet.headings, importer.fields, file.mapping);
  return { columns, plan: await importer.plan(db, context, columns, sheet.rows) };
};

/** What a file would do. @throws {Failure} `invalid`: it cannot be read, or lacks columns */
export const previewImport = async (db: Database, context: ImportContext, file: ImportFile): Promise<Preview> => {
  const sheet = await readFile(file.bytes, file.format);
  const { columns, plan } = await planOf(db, context, file, sheet);
  return { columns, total: sheet.rows.length, rows: plan.rows, errors: plan.errors, digest: digestOf(context, file) };
};

/** Takes the transaction back, without being anybody's fault. */
class Undone extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super('the import has errors');
    this.outcome = outcome;
  }
}

/**
 * Does what a file says, in one transaction; a file with an error in any row does nothing.
 *
 * @throws {Failure} `invalid`: it cannot be read, or lacks columns
 */
export const applyImport = async (db: Database, context: ImportContext, file: ImportFile): Promise<Outcome> => {
  const sheet = await readFile(file.bytes, file.format);
  const none = countsOf([]);
  try {
    return await db.transaction(async tx => {
      const { plan } = await planOf(tx, context, file, sheet);
      const errors = plan.errors.length > 0 ? plan.errors : await plan.write(tx);
      if (errors.length > 0) throw new Undone({ total: sheet.rows.length, counts: none, errors });
      return { total: sheet.rows.length, counts: countsOf(plan.rows), errors };
    });
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    throw error;
  }
};

const MOST_FAULTS = 1_000;

/** The errors of rows as faults of fields: `rows.12.cost`. */
export const refuseRows = (errors: readonly RowError[]): Failure => {
  const fields: Record<string, Fault[]> = {};
  for (const { row, field, code, values } of errors.slice(0, MOST_FAULTS)) (fields[`rows.${row}.${field}`] ??= []).push({ code, ...(values && { values }) });
  return new Failure('invalid', { fields });
};
