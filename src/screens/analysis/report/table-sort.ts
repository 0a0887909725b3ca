import type { GridColumn, Sort } from '../../../components/grid/types.ts';
import type { Navigate } from './context.ts';

/**
 * Parses the sort of a table in the address (`-cv`, `label`). An unknown column gives the default,
 * descending.
 */
export const sortFrom = <Row>(
  columns: readonly GridColumn<Row>[],
  text: string,
  usual: Sort<Row>['field'],
): Sort<Row> => {
  const field = columns.find(column => column.field === text.replace(/^-/, ''))?.field;
  return field === undefined
    ? { field: usual, descending: true }
    : { field, descending: text.startsWith('-') };
};

export const sortInto =
  <Row>(go: Navigate) =>
  (next: Sort<Row> | null): void =>
    go({ sort: next === null ? undefined : `${next.descending ? '-' : ''}${next.field}` }, { replace: true });
