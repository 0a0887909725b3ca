import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { PermissionKey } from '../../machines/startup.ts';
import type { Column, KeyOf } from './column.ts';

/** What every log is asked: a product's days, a place to go on from, and whether what reports leave out is shown. */
export interface LogQuestion {
  readonly product_id: number;
  readonly from: string;
  readonly to: string;
  readonly show: 'counted' | 'all';
  readonly ad_id__in?: number[];
  readonly device?: string;
  readonly after?: string;
  readonly limit: number;
}

/** What every log answers; the row is what its query selects. */
export interface LogAnswer<Raw> {
  readonly page: {
    readonly next: string | null;
    readonly total: number | null;
    readonly left_out: { readonly bot: number; readonly repeated: number; readonly excluded_ip: number } | null;
    readonly results: readonly (Raw | null)[];
  } | null;
}

/** A log: what is asked, what a row is and how its columns are shown. Texts are `log.<name>.title`, `log.<name>.lead` and `column.<field>`. */
export interface Log<Raw extends object, Row extends object> {
  readonly name: string;
  /** Its path in the API, for downloads. */
  readonly path: string;
  readonly operation: TypedDocumentNode<LogAnswer<Raw>, LogQuestion>;
  /** Makes the row of what the server sent. */
  readonly row: (raw: Raw) => Row;
  readonly key: KeyOf<Row>;
  /** The first names the row and is always shown. */
  readonly columns: readonly Column<Row>[];
  readonly permission: PermissionKey;
}

export const defineLog = <Raw extends object, Row extends object>(log: Log<Raw, Row>): Log<Raw, Row> => log;
