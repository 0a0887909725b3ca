import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { ListName, Lists, PermissionKey } from '../../machines/startup.ts';
import type { Column, KeyOf } from './column.ts';
import type { Constraints } from './constraints.ts';
import type { Choices, Filter } from './filter.ts';

/**
 * The query of every list. `where` are additional filters in the form of an address:
 * `name__contains=foo&product_id=3`.
 */
export interface PageParameters {
  readonly page?: number;
  readonly page_size?: number;
  /** A field, with a minus before it for descending. */
  readonly ordering?: string;
  readonly show_deleted?: boolean;
  readonly where?: string;
  /** Every word occurs in one of the searched columns. */
  readonly search?: string;
}

export interface PageAnswer<Row> {
  readonly page: { readonly count: number | null; readonly results: readonly (Row | null)[] | null } | null;
}

/** Every row that is listed has its number and what people know it by. */
export interface Identified {
  readonly id: number;
  readonly label: string;
  readonly status: boolean;
  readonly updated_at: string;
}

/**
 * Who may change: `settings` are ads, networks and the like, `administration` is company, users, agencies,
 * roles (docs/accounts.md).
 */
export type WriteScope = 'settings' | 'administration';

export interface Operations<Row, Draft> {
  readonly page: TypedDocumentNode<PageAnswer<Row>, PageParameters>;
  readonly one?: TypedDocumentNode<{ readonly one: Row | null }, { id: number }>;
  readonly create?: TypedDocumentNode<
    { readonly saved: { readonly id: number } | null },
    { input: Draft; idempotency_key: string }
  >;
  readonly update?: TypedDocumentNode<
    { readonly saved: { readonly id: number } | null },
    { id: number; input: Draft & { updated_at: string } }
  >;
  readonly remove?: TypedDocumentNode<object, { ids: number[] }>;
  readonly restore?: TypedDocumentNode<object, { ids: number[] }>;
}

/** How a field is filled in; `src/screens/record/widgets.tsx` draws each of the words. */
export type Widget =
  | 'text'
  | 'area'
  | 'code'
  | 'url'
  | 'email'
  | 'phone'
  | 'domain'
  | 'password'
  | 'integer'
  | 'money'
  | 'day'
  | 'switch'
  | 'choice'
  | 'many'
  | 'addresses' // a comma list: addresses, CIDR ranges, mail addresses
  | 'landing_pages' // up to five LPO entries
  | 'parameters' // an ad's own parameter names
  | 'judgements' // an ad's own auto approval
  | 'mapping' // our field: the column's heading there
  | 'report'; // an analysis with its query, in the form of an address; only links fill it in

export type Field<Draft> = {
  [K in KeyOf<Draft>]: {
    readonly field: K;
    readonly widget: Widget;
    readonly choices?: Choices;
    /** The section of the form, by the word of its heading. */
    readonly section?: string;
    readonly visible?: (draft: Draft, lists: Lists) => boolean;
    /**
     * Where it is visible and this holds it is required, although the contract allows its absence: a rule of
     * the server between fields.
     */
    readonly needed?: (draft: Draft) => boolean;
    /** While it is not visible the blank draft's value is sent; otherwise its value is preserved. */
    readonly emptied?: boolean;
    /** It is typed in a second time: the same as this field, and not sent. */
    readonly repeats?: KeyOf<Draft>;
    /** Only when a record is made, or only when it is changed. */
    readonly only?: 'add' | 'edit';
    /** None of it is stored in the browser; a password never is. */
    readonly secret?: boolean;
    /** Takes the full width of the form. */
    readonly wide?: boolean;
    /** Begins a line, so that dependent fields appear and disappear next to it. */
    readonly starts?: boolean;
  };
}[KeyOf<Draft>];

/** A field that can be set for many rows at once, and the fields that are set with it. */
interface BulkField<Draft> {
  readonly field: KeyOf<Draft>;
  readonly along?: Partial<Draft>;
}

/** The column next to a form: texts drawn by `src/screens/record/asides.tsx`. */
export type FormPanel =
  | 'ad_links'
  | 'test_send'
  | 'installation'
  | 'macros'
  | 'sync_runs'
  | 'set_tag'
  | 'cv_pages';

export interface Resource<Row extends Identified, Draft extends object> {
  /** Plural, as in the address of the API; messages and names of tests derive from it. */
  readonly name: string;
  /** Its path in the API, for downloads and changes; by default the name. */
  readonly path?: string;
  readonly operations: Operations<Row, Draft>;
  /** The first names the row and is always shown. */
  readonly columns: readonly Column<Row>[];
  readonly filters?: readonly Filter<Row>[];
  /** The default sort of the list; a minus before the field: descending. */
  readonly sort?: KeyOf<Row> | `-${KeyOf<Row>}`;
  readonly form?: {
    readonly blank: Draft;
    readonly fields: readonly Field<Draft>[];
    /** Generated from the contract (graphql/generated/constraints.ts). */
    readonly constraints: Constraints;
    readonly draftOf: (row: Row) => Draft;
    readonly panel?: FormPanel;
  };
  /** Fields of the form that many rows may be given alike. */
  readonly bulk?: readonly BulkField<Draft>[];
  /**
   * The identifier of a row in addition to its label, where that is not its number: the ID with which users
   * sign in to a company.
   */
  readonly code?: KeyOf<Row>;
  /** Its rows belong to the chosen product. */
  readonly ofProduct: boolean;
  /** The address of a row's own page, `$id` in it; none: a row opens in a modal. */
  readonly page?: string;
  /** Further pages of a row, in the menu at its end. */
  readonly links?: readonly RowLink[];
  /** The start-up list that its rows are in, which is loaded again after a change. */
  readonly selection?: ListName;
  /** None: users cannot change it. */
  readonly write?: WriteScope;
  /** Who makes records, deletes them and brings them back, where that is not who changes them. */
  readonly keeping?: WriteScope;
}

/** A row of a resource. */
export type RowOf<Of> = Of extends Resource<infer Row, infer _Draft> ? Row : never;

/** An additional page of a row. */
export interface RowLink {
  /** Message id. */
  readonly label: string;
  /** The address, `$id` in it. */
  readonly to: string;
  /** Who finds it: those who may write, and, where the row is oneself, oneself. */
  readonly for: 'writers' | 'writers-and-oneself' | 'everybody';
  /** And who may write this besides. */
  readonly needs?: PermissionKey;
}

export const defineResource = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
): Resource<Row, Draft> => resource;
