import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { Console } from '../console/context.ts';
import { MAX_PAGE_SIZE } from '../console/ports.ts';
import type { PageAnswer, PageParameters } from '../resources/resource.ts';
import { present } from '../resources/row.ts';
import { useQueryMachine, type QueryState } from './use-query.ts';

/**
 * Maximum number of attempts. A row created or deleted while pages are read shifts later rows, so reading
 * starts again.
 */
const MAX_READS = 3;

type Rows<Row> = TypedDocumentNode<PageAnswer<Row>, PageParameters>;

/**
 * @returns the rows of all pages without duplicates, and whether the number of rows did not change meanwhile
 */
const readPages = async <Row extends { readonly id: number }>(
  execute: Console['execute'],
  document: Rows<Row>,
  parameters: PageParameters,
  signal: AbortSignal,
) => {
  const rows = new Map<number, Row>();
  for (let page = 1; ; page += 1) {
    const answer = (await execute(document, { ...parameters, page, page_size: MAX_PAGE_SIZE }, signal)).page;
    const found = present(answer?.results);
    for (const row of found) rows.set(row.id, row);
    const count = answer?.count ?? 0;
    if (found.length < MAX_PAGE_SIZE || page * MAX_PAGE_SIZE >= count)
      return { rows: [...rows.values()], complete: rows.size === count };
  }
};

/** Loads all rows of a list, page by page, for screens that sort and search on the client. */
export const useAllRows = <Row extends { readonly id: number }>(
  document: Rows<Row>,
  parameters: PageParameters,
): QueryState<{ readonly rows: readonly Row[] }> =>
  useQueryMachine(
    document as unknown as TypedDocumentNode<{ readonly rows: readonly Row[] }, PageParameters>,
    parameters,
    async (execute, { variables }, signal) => {
      let read = await readPages(execute, document, variables, signal);
      for (let reads = 1; !read.complete && reads < MAX_READS; reads += 1)
        read = await readPages(execute, document, variables, signal);
      return { rows: read.rows };
    },
  );
