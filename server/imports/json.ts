import { isTooDeep } from '../http/storable.ts';
import { createSheet, isBlank, limits, refuseFile, type Cell, type Sheet } from './sheet.ts';
import { textOf } from './text.ts';

const rowsOf = (found: unknown): readonly unknown[] | null => {
  if (Array.isArray(found)) return found;
  const { results } = (found ?? {}) as { readonly results?: unknown };
  return Array.isArray(results) ? results : null;
};

/**
 * Parses a list of objects, or an object with `results`, the answer of this server's lists.
 *
 * @throws {Failure} `invalid`: not JSON, not such a list, or a limit is exceeded
 */
export const readJson = async (bytes: Uint8Array): Promise<Sheet> => {
  let found: unknown;
  try {
    found = JSON.parse(textOf(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) throw refuseFile('file_format', {}, error);
    throw error;
  }
  const rows = rowsOf(found);
  if (rows === null) throw refuseFile('file_format');
  if (rows.length > limits.rows) throw refuseFile('file_rows', { max: limits.rows });
  const names = new Set<string>();
  const objects = rows.map((row, at) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row) || isTooDeep(row))
      throw refuseFile('file_row', { row: at + 1 });
    const cells = new Map(Object.entries(row as Record<string, Cell>));
    for (const name of cells.keys()) names.add(name);
    if (names.size > limits.columns) throw refuseFile('file_columns', { max: limits.columns });
    return cells;
  });
  const headings = [...names];
  const sheet = createSheet('allowed');
  sheet.add(0, headings);
  objects.forEach((cells, at) => {
    const row = headings.map(name => cells.get(name) ?? null);
    // An object without any value is skipped.
    if (!row.every(isBlank)) sheet.add(at + 1, row);
  });
  return sheet.finish();
};
