import type { Faults } from '../http/failures.ts';
import type { Columns, ImportField, Mapping } from './columns.ts';
import type { FileFormat, SheetRow } from './sheet.ts';

/** The messages between the main thread and a thread that reads files. */

/** A file to be read. Only columns of these fields are sent back. */
export interface FileJob {
  readonly bytes: Uint8Array;
  readonly format: FileFormat;
  readonly fields: readonly ImportField[];
  readonly mapping: Mapping;
}

/**
 * Requests the next rows: the thread sends no more than requested, so that the main thread has time for other
 * work.
 */
export const NEXT = 'next';

/**
 * The answers of a thread: the columns, then rows in portions, then the end; or at any time the reason for
 * refusing the file.
 */
export type FileMessage =
  | { readonly kind: 'columns'; readonly columns: Columns; readonly unreadSheets: number }
  | { readonly kind: 'rows'; readonly rows: readonly SheetRow[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly fields: Faults };
