import type { TProperties, TSchema } from '@fastify/type-provider-typebox';
import type { Viewer, PermissionKey } from '../http/visibility.ts';
import type { CellOf } from '../downloads/cells.ts';
import type { Words } from '../wording/words.ts';
import type { Dependencies, ProductDependencies } from '../dependencies.ts';
import type { EventTable } from '../store/clickhouse/logs/event-filter.ts';
import type { StoredEvent } from '../store/clickhouse/logs/event-rows.ts';
import type { Named } from './named.ts';

/**
 * Definition of an event log: rows, their representation and filters. Paging by key, files, counts and single rows
 * are common to all logs.
 */
export interface EventLog<Stored extends StoredEvent, Shown extends object> {
  /** Names of operations and files: `accesses`, and `access` for one row. */
  readonly list: string;
  readonly one: string;
  /** Message of the title. */
  readonly title: string;
  readonly summary: string;
  readonly permission: PermissionKey;
  readonly table: EventTable;
  /** Schema of a row in answers. */
  readonly row: { readonly schema: TSchema & { readonly properties: TProperties }; readonly ref: TSchema };
  /** Filters with their own parameters; every filter can also be a condition of `where`. */
  readonly parameters: Readonly<Record<string, TSchema>>;
  /** Columns of names, which settings assign to ids in the rows. */
  readonly named: Readonly<Record<string, Named>>;
  /**
   * Builds the rows of an answer, with the present names of ads and settings. An agency receives no data of
   * other agencies' ads.
   */
  readonly showing: (
    db: Dependencies['db'],
    viewer: Viewer,
    productId: number,
    rows: Iterable<Stored>,
  ) => Promise<(row: Stored) => Shown>;
  /** How files show the log's own columns; undefined: the default of the column's type. */
  readonly cellOf?: (column: string, words: Words) => CellOf | undefined;
}

/** The stores that logs are read from. */
export type Stores = Pick<ProductDependencies, 'db' | 'columnar'>;
