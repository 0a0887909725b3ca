import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { PermissionKey } from '../../machines/startup.ts';
import type { Column, KeyOf } from './column.ts';
import type { Filter } from './filter.ts';

/**
 * Query parameters of every log: product, period (results: optional), page cursor, whether rows left out of
 * reports are shown, and filters.
 */
export interface LogParameters {
  readonly product_id: number;
  readonly from?: string;
  readonly to?: string;
  readonly show?: 'counted' | 'all';
  readonly where?: string;
  readonly ordering?: string;
  readonly after?: string;
  readonly limit?: number;
  readonly [filter: string]: number | string | readonly number[] | undefined;
}

/** Number of rows that reports leave out, by the first applicable reason. */
export interface LeftOut {
  readonly bot: number;
  readonly repeated?: number;
  readonly excluded_ip: number;
}

/** Answer of every log; the row type is what its query selects. */
export interface LogAnswer<Raw> {
  readonly page: {
    /** Cursor of the next page; null: this is the last page. */
    readonly next: string | null;
    /** This and the following fields are only sent with the first page. */
    readonly total?: number | null;
    /** `total` and `left_out` are estimates. */
    readonly total_estimated?: boolean;
    readonly left_out?: LeftOut | null;
    /** Rows before this instant were not searched, since that would take too long: `next` continues there. */
    readonly reached?: string | null;
    /** Cursor of the newest row: rows after it are new. */
    readonly latest?: string | null;
    /** Of a log that follows the rules of reports: the rules, and the last event that it counts. */
    readonly rules?: {
      readonly tracking_term: number;
      readonly rebuilding_since: string | null;
      readonly from: string;
      readonly to: string;
    } | null;
    readonly watermark?: string;
    readonly watermark_at?: string | null;
    readonly results: readonly (Raw | null)[];
  } | null;
}

/** Number of rows newer than a cursor. */
export interface NewerAnswer {
  readonly newer: { readonly count: number } | null;
}
export interface NewerParameters extends LogParameters {
  readonly newer_than: string;
}

/** Filter of a log: by a column of its rows, or by the ad of a row. */
export interface LogFilter<Row> extends Omit<Filter<Row>, 'field' | 'column'> {
  readonly field: KeyOf<Row> | 'ad_id';
  readonly column?: string;
}

/**
 * Filter by the ad of a row, chosen from the start-up list. Labelled as in reports, since the column's label
 * would be that of the filter by ad name.
 */
export const BY_AD = {
  field: 'ad_id',
  kind: 'choice',
  choices: { list: 'ad' },
  column: 'report.ad_id',
} as const;
/** Devices with a translated name. */
export const DEVICES = ['desktop', 'mobile', 'tablet'] as const;
/** Filters by the columns that every event has. */
export const CLIENT_FILTERS = [
  { field: 'visitor_id', kind: 'id' },
  { field: 'ip_address', kind: 'text', operator: 'exact' },
  { field: 'referrer', kind: 'text' },
  { field: 'device', kind: 'choice', choices: { values: DEVICES, words: 'tag.*' } },
  { field: 'os', kind: 'text' },
  { field: 'os_ver', kind: 'text' },
  { field: 'browser', kind: 'text' },
  { field: 'browser_ver', kind: 'text' },
  { field: 'ua', kind: 'text' },
] as const;

/** An address of the console without its product. */
export interface LinkTarget {
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
}

/**
 * Link from a row to related records, with the message `log.way.<id>`; offered to users who may read the
 * target.
 */
export interface LogLink<Row> {
  readonly id: string;
  readonly needs: PermissionKey;
  /** Null: the row has no such link. */
  readonly to: (row: Row) => LinkTarget | null;
}

/**
 * Definition of a log: query, rows and columns. Messages: `log.<name>.title`, `.lead` and `.one`; headings
 * (also of downloads) are `column.<list>.<field>` or `column.<field>`.
 */
export interface Log<Raw extends object, Row extends object> {
  readonly name: string;
  /** Name in the GraphQL API: `interactions`. */
  readonly list: string;
  /** Path in the REST API for downloads: `logs/interactions`. */
  readonly path: string;
  readonly operation: TypedDocumentNode<LogAnswer<Raw>, LogParameters>;
  /** Counts rows newer than those displayed; absent: new rows are not announced. */
  readonly newer?: TypedDocumentNode<NewerAnswer, NewerParameters>;
  /** Converts a row of the answer. */
  readonly row: (raw: Raw) => Row;
  readonly key: KeyOf<Row>;
  /** The first column names the row and is always shown. */
  readonly columns: readonly Column<Row>[];
  readonly filters: readonly LogFilter<Row>[];
  /** Columns that the server can sort by; default: none. */
  readonly sorted?: readonly KeyOf<Row>[];
  /** The log has rows that reports leave out, and can show them. */
  readonly flagged: boolean;
  /** Query of one row by id, and the address pattern of its page (`$id`), to which the row's name links. */
  readonly one?: {
    readonly operation: TypedDocumentNode<
      { readonly one: Raw | null },
      { readonly product_id: number; readonly id: string }
    >;
    readonly page: string;
  };
  readonly links?: readonly LogLink<Row>[];
  readonly permission: PermissionKey;
}

/** Reasons why reports leave a row out, as tags joined by commas. */
export const leftOut = ({
  bot,
  repeated = false,
  excluded,
}: {
  readonly bot: boolean;
  readonly repeated?: boolean;
  readonly excluded: boolean;
}): string =>
  [bot ? 'bot' : '', repeated ? 'repeated' : '', excluded ? 'excluded_ip' : ''].filter(Boolean).join(',');

/** The page of a visitor's path with one step highlighted. */
export const pathTo = (
  visitorId: string,
  kind: 'contact' | 'access' | 'conversion',
  id: string,
): LinkTarget => ({ path: `/log/visitor/${visitorId}`, search: { at: `${kind}.${id}` } });

export const defineLog = <Raw extends object, Row extends object>(log: Log<Raw, Row>): Log<Raw, Row> => log;
