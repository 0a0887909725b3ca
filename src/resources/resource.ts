import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { ListName, Lists, PermissionKey } from '../../machines/startup.ts';
import type { Column, KeyOf } from './column.ts';
import type { Constraints } from './constraints.ts';
import type { Choices, Filter } from './filter.ts';

/** Query parameters of every list. `where` are additional conditions: `name__contains=foo&product_id=3`. */
export interface PageParameters {
  readonly page?: number;
  readonly page_size?: number;
  /** A field, prefixed by a minus for descending. */
  readonly ordering?: string;
  readonly show_deleted?: boolean;
  readonly where?: string;
  /** Every word must occur in one of the searched columns. */
  readonly search?: string;
}

export interface PageAnswer<Row> {
  readonly page: { readonly count: number | null; readonly results: readonly (Row | null)[] | null } | null;
}

/** Fields of every listed row: its id, and the label by which users recognise it. */
export interface Identified {
  readonly id: number;
  readonly label: string;
  readonly status: boolean;
  readonly updated_at: string;
}

/**
 * Group of users that may write: `settings` are ads, ad networks and the like, `administration` is company,
 * users, agencies, roles (docs/accounts.md).
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

/** Input control of a field; `src/screens/record/widgets.tsx` renders each of them. */
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
  | 'scopes' // what an API key may do
  | 'limiting_products' // products; none chosen: null, which stands for all
  | 'role' // one of the roles, each with what it may see and do
  | 'addresses' // comma-separated IP addresses, CIDR ranges or email addresses
  | 'landing_pages' // up to five LPO entries
  | 'parameters' // an ad's names for tracking parameters
  | 'judgements' // checks of an ad's auto approval
  | 'mapping' // field name to column heading of imported files
  | 'report'; // an analysis with its query as an address; filled in by links only

export type Field<Draft> = {
  [K in KeyOf<Draft>]: {
    readonly field: K;
    readonly widget: Widget;
    readonly choices?: Choices;
    /** Section of the form, by the word in its heading's message id. */
    readonly section?: string;
    readonly visible?: (draft: Draft, lists: Lists) => boolean;
    /**
     * Required while visible and true, although the contract allows its absence: a server rule between
     * fields.
     */
    readonly needed?: (draft: Draft) => boolean;
    /** While the field is hidden, the blank draft's value is sent; otherwise the field keeps its value. */
    readonly emptied?: boolean;
    /** Repetition of another field for confirmation; not sent. */
    readonly repeats?: KeyOf<Draft>;
    /** Only in the form for new records, or only in that for changes. */
    readonly only?: 'add' | 'edit';
    /** Never stored in the browser's drafts, such as passwords. */
    readonly secret?: boolean;
    /** Takes the full width of the form. */
    readonly wide?: boolean;
    /** Begins a new row of the form, so that dependent fields appear beside it. */
    readonly starts?: boolean;
  };
}[KeyOf<Draft>];

/** A field that can be set for many rows at once, with fields that are set along with it. */
interface BulkField<Draft> {
  readonly field: KeyOf<Draft>;
  readonly along?: Partial<Draft>;
}

/** Panel beside a form, rendered by `src/screens/record/side-panels`. */
export type FormPanel =
  | 'ad_links'
  | 'test_send'
  | 'installation'
  | 'macros'
  | 'sync_runs'
  | 'set_tag'
  | 'cv_pages'
  | 'identity_provider';

export interface Resource<Row extends Identified, Draft extends object> {
  /** Plural name; message ids derive from it. */
  readonly name: string;
  /** Path in the REST API, for downloads and the change history; default: the name. */
  readonly path?: string;
  readonly operations: Operations<Row, Draft>;
  /** The first column names the row and is always shown. */
  readonly columns: readonly Column<Row>[];
  readonly filters?: readonly Filter<Row>[];
  /** Default sort of the list; prefixed by a minus for descending. */
  readonly sort?: KeyOf<Row> | `-${KeyOf<Row>}`;
  readonly form?: {
    readonly blank: Draft;
    readonly fields: readonly Field<Draft>[];
    /** Generated from the contract (graphql/generated/constraints.ts). */
    readonly constraints: Constraints;
    readonly draftOf: (row: Row) => Draft;
    readonly panel?: FormPanel;
  };
  /** Fields of the form that can be set for many rows at once. */
  readonly bulk?: readonly BulkField<Draft>[];
  /** Field with an identifier other than the number, shown with the label: the company ID for sign-in. */
  readonly code?: KeyOf<Row>;
  /** The rows belong to a product; the list shows those of the current product. */
  readonly ofProduct: boolean;
  /** Address pattern of a row's page, with `$id`; absent: a row opens in a modal. */
  readonly page?: string;
  /** Additional pages of a row, in the menu at its end. */
  readonly links?: readonly RowLink[];
  /** Start-up list that contains the rows, which is reloaded after a change. */
  readonly selection?: ListName;
  /** Who may change rows; absent: nobody. */
  readonly write?: WriteScope;
  /** Message id: what a deletion of rows changes, stated before it is confirmed. */
  readonly removal?: string;
  /** Who may create, delete and restore rows, if not those who may change them. */
  readonly keeping?: WriteScope;
}

/** Row type of a resource. */
export type RowOf<Of> = Of extends Resource<infer Row, infer _Draft> ? Row : never;

/** An additional page of a row. */
export interface RowLink {
  /** Message id. */
  readonly label: string;
  /** Address pattern, with `$id`. */
  readonly to: string;
  /** Users who see the link: those who may write; also the user of the row; or all. */
  readonly for: 'writers' | 'writers-and-oneself' | 'everybody';
  /** Permission that the user also needs on level write. */
  readonly needs?: PermissionKey;
}

export const defineResource = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
): Resource<Row, Draft> => resource;
