import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { KeyOf } from './column.ts';
import type { Log, LogParameters } from './log.ts';

/** Number of rows of a query in each state, by the server's words. */
export interface CountsAnswer {
  readonly page: { readonly counts: Readonly<Record<string, number | string | undefined>> | null } | null;
}

/** One state of a board's rows, and the query that shows only those. Its word is `choice.<field>.<id>`. */
export interface Tab {
  /** Its name in the address, and its code. */
  readonly id: string;
  /** The condition, as the API takes it. */
  readonly where: string;
  /** Which of the counts is its own. */
  readonly count: string;
}

/**
 * A log whose rows are in one of a few states and are processed: it is filtered as lists are, by any
 * conditions, and by state with a count at each. Its period may be left out.
 */
export interface Board<Raw extends object, Row extends object> extends Log<Raw, Row> {
  readonly path: string;
  readonly tabs: {
    readonly field: KeyOf<Row>;
    readonly of: readonly Tab[];
    /** Shown at first; null: all of them. */ readonly first: string | null;
  };
  readonly counted: TypedDocumentNode<CountsAnswer, LogParameters>;
  /** Its query has days; otherwise it covers all rows. */
  readonly dated: boolean;
  /**
   * Fields that identify a few rows: in a query by one of them (`?conversion_id=1`), days and states are
   * ignored.
   */
  readonly pins: readonly KeyOf<Row>[];
}

export const defineBoard = <Raw extends object, Row extends object>(
  board: Board<Raw, Row>,
): Board<Raw, Row> => board;
