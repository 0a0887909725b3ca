import type { ImportPreview } from '../../console/imports.ts';

/** Fields that identify a row, which are always shown. */
const NAMING: ReadonlySet<string> = new Set(['name', 'ad_id', 'ad_name', 'day']);

/**
 * Fields of a preview: those in the file, in its order, and those that would be written in addition with
 * default values.
 */
export const previewFields = ({
  columns,
  rows,
}: Pick<ImportPreview, 'columns' | 'rows'>): {
  readonly brought: readonly string[];
  readonly others: readonly string[];
} => {
  // The product is that of the file, the same in all rows.
  const written = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))].filter(
    field => field !== 'product_id',
  );
  const present = columns.map(({ field }) => field).filter(field => written.includes(field));
  const naming = written.filter(field => NAMING.has(field) && !present.includes(field));
  const brought = [...naming, ...present];
  return { brought, others: written.filter(field => !brought.includes(field)) };
};
