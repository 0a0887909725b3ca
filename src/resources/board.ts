import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { KeyOf } from './column.ts';
import type { Log, LogParameters } from './log.ts';

/** Number of rows in each state, by the server's names. */
export interface CountsAnswer {
  readonly page: { readonly counts: Readonly<Record<string, number | string | undefined>> | null } | null;
}

/** One state of a board's rows, and the condition that selects them. Its message is `choice.<field>.<id>`. */
export interface Tab {
  /** Code of the state, also used in the address. */
  readonly id: string;
  /** Condition in the API's `where` syntax. */
  readonly where: string;
  /** Name of the state's count in `CountsAnswer`. */
  readonly count: string;
}

/**
 * Log whose rows are in one of a few states and can be processed. It is filtered by any conditions, like
 * lists, and by state with a count for each; its period may be absent.
 */
export interface Board<Raw extends object, Row extends object> extends Log<Raw, Row> {
  readonly path: string;
  /** Path of its files, if it is not that of its rows. */
  readonly filePath?: string;
  readonly tabs: {
    readonly field: KeyOf<Row>;
    readonly of: readonly Tab[];
    /** The initial state; null: all states. */ readonly first: string | null;
  };
  readonly counted: TypedDocumentNode<CountsAnswer, LogParameters>;
  /** Whether the query has a period; otherwise it covers all rows. */
  readonly dated: boolean;
  /** Fields that identify few rows: a query by one of them (`?conversion_id=1`) ignores period and state. */
  readonly pins: readonly KeyOf<Row>[];
}

export const defineBoard = <Raw extends object, Row extends object>(
  board: Board<Raw, Row>,
): Board<Raw, Row> => board;
