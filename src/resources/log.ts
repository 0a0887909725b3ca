import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { PermissionKey } from '../../machines/startup.ts';
import type { Column, KeyOf } from './column.ts';
import type { Filter } from './filter.ts';

/**
 * The query of every log: a product's days (or, of results, all of them), a cursor, whether rows excluded
 * from reports are shown, and its filters.
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

/** How many rows reports leave out, by the first reason that they have. */
export interface LeftOut {
  readonly bot: number;
  readonly repeated?: number;
  readonly excluded_ip: number;
}

/** What every log answers; the row is what its query selects. */
export interface LogAnswer<Raw> {
  readonly page: {
    /** Cursor of the next page; null: this was the last. */
    readonly next: string | null;
    /** Sent with the first page only, like the following fields. */
    readonly total?: number | null;
    /** The total and what is left out are estimates. */
    readonly total_estimated?: boolean;
    readonly left_out?: LeftOut | null;
    /** Rows before this instant were not searched, as that takes too long: `next` continues there. */
    readonly reached?: string | null;
    /** The newest row's place: rows after it are new. */
    readonly latest?: string | null;
    readonly results: readonly (Raw | null)[];
  } | null;
}

/** How many rows are newer than a place. */
export interface NewerAnswer {
  readonly newer: { readonly count: number } | null;
}
export interface NewerParameters extends LogParameters {
  readonly than: string;
}

/** What a log is filtered by: a column of its rows, or the ad that a row belongs to. */
export interface LogFilter<Row> extends Omit<Filter<Row>, 'field' | 'column'> {
  readonly field: KeyOf<Row> | 'ad_id';
  readonly column?: string;
}

/**
 * The ad of a row, chosen from the start-up list. It is called as in reports: its column would name it like
 * the filter by a text in its name.
 */
export const BY_AD = {
  field: 'ad_id',
  kind: 'choice',
  choices: { list: 'ad' },
  column: 'report.ad_id',
} as const;
/** The devices that have a name of their own. */
export const DEVICES = ['desktop', 'mobile', 'tablet'] as const;
/** What every event has. */
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

/** An address of the console, its product aside. */
export interface Whither {
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** A link from a row to its neighbours: named by `log.way.<id>`, and offered to who may read where it leads. */
export interface LogLink<Row> {
  readonly id: string;
  readonly needs: PermissionKey;
  /** Null: not from this row. */
  readonly to: (row: Row) => Whither | null;
}

/**
 * A log: its query, its rows and its columns. Texts are `log.<name>.title`, `log.<name>.lead`,
 * `log.<name>.one` and `column.<list>.<field>` or `column.<field>`, which the headings of its files are too.
 */
export interface Log<Raw extends object, Row extends object> {
  readonly name: string;
  /** As the API calls it: `interactions`. */
  readonly list: string;
  /** Its path in the API, for downloads: `logs/interactions`. */
  readonly path: string;
  readonly operation: TypedDocumentNode<LogAnswer<Raw>, LogParameters>;
  /** Counts what is newer than the rows on the screen; without it nothing is announced. */
  readonly newer?: TypedDocumentNode<NewerAnswer, NewerParameters>;
  /** Makes the row of what the server sent. */
  readonly row: (raw: Raw) => Row;
  readonly key: KeyOf<Row>;
  /** The first names the row and is always shown. */
  readonly columns: readonly Column<Row>[];
  readonly filters: readonly LogFilter<Row>[];
  /** The columns that the server sorts by; none unless stated. */
  readonly sorted?: readonly KeyOf<Row>[];
  /** It knows rows that reports leave out, and can show them. */
  readonly flagged: boolean;
  /** One row by its id, and the address of its page with `$id` for it; a row's name leads there. */
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

/** Why reports leave a row out, as the words of tags. */
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

/** A visitor's path, with one of its steps marked. */
export const pathTo = (
  visitorId: string,
  kind: 'contact' | 'access' | 'conversion',
  id: string,
): Whither => ({ path: `/log/visitor/${visitorId}`, search: { at: `${kind}.${id}` } });

export const defineLog = <Raw extends object, Row extends object>(log: Log<Raw, Row>): Log<Raw, Row> => log;
