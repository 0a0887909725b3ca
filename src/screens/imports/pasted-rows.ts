import type { ImportKind } from '../../console/imports.ts';

/** Name of the file of pasted rows; its ending selects the reader of separated values. */
const PASTED_NAME = 'pasted-rows.tsv';

/** Two cells of which the second is an address: the name of an ad and its landing page. */
const NAME_AND_ADDRESS = /^[^\t\n]*\t\s*https?:\/\/[^\t\n]*(?:\n|$)/i;

/**
 * The rows with headings, so that errors name the row that the field shows: rows of ads that have none are names and
 * landing pages.
 *
 * @param heading returns the heading of a field
 */
export const withHeadings = (kind: ImportKind, text: string, heading: (field: string) => string): string => {
  const rows = text.replaceAll(/\r\n?/g, '\n').replace(/^\n+/, '');
  return kind === 'ads' && NAME_AND_ADDRESS.test(rows)
    ? `${heading('name')}\t${heading('redirect_url')}\n${rows}`
    : rows;
};

/** The file of rows that were copied from a spreadsheet. */
export const pastedFile = (rows: string): File => new File([rows], PASTED_NAME, { type: 'text/csv' });

export const isPasted = (file: File | null): boolean => file?.name === PASTED_NAME;
