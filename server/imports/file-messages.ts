import type { Faults } from '../http/failures.ts';
import type { Columns, ImportField, Mapping } from './columns.ts';
import type { FileFormat, SheetRow } from './sheet.ts';

/** What the main thread and a thread that reads files say to each other. */

/** A file to be read. Only columns of these fields are sent back. */
export interface FileJob {
  readonly bytes: Uint8Array;
  readonly format: FileFormat;
  readonly fields: readonly ImportField[];
  readonly mapping: Mapping;
}

/**
 * Asks the thread for the next rows: it sends no more than are asked for, so that the main thread has time
 * for other work.
 */
export const NEXT = 'next';

/**
 * What a thread answers: the columns, then rows in portions, then the end; or at any time why the file is
 * refused.
 */
export type FileMessage =
  | { readonly kind: 'columns'; readonly columns: Columns }
  | { readonly kind: 'rows'; readonly rows: readonly SheetRow[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly fields: Faults };
