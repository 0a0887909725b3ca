import type { ImportPreview } from '../../console/imports.ts';

/** What tells rows apart, shown whether the file brings it or not. */
const NAMING: ReadonlySet<string> = new Set(['name', 'ad_id', 'ad_name', 'day']);

/**
 * The fields of a preview's rows: those that the file brings, in its order, and those that would be written
 * besides, with what is usual there.
 */
export const previewFields = ({
  columns,
  rows,
}: Pick<ImportPreview, 'columns' | 'rows'>): {
  readonly brought: readonly string[];
  readonly others: readonly string[];
} => {
  const written = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const present = columns.map(({ field }) => field).filter(field => written.includes(field));
  const naming = written.filter(field => NAMING.has(field) && !present.includes(field));
  const brought = [...naming, ...present];
  return { brought, others: written.filter(field => !brought.includes(field)) };
};
