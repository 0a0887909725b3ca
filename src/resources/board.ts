import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { KeyOf } from './column.ts';
import type { Log, LogParameters } from './log.ts';

/** How many rows of a question stand in each state, by the server's words. */
export interface CountsAnswer {
  readonly page: { readonly counts: Readonly<Record<string, number | string | undefined>> | null } | null;
}

/**
 * One state of a board's rows, and all that is asked to see those alone. Its word is `choice.<field>.<id>`.
 */
export interface Tab {
  /** Its name in the address, and its code. */
  readonly id: string;
  /** The condition, as the API takes it. */
  readonly where: string;
  /** Which of the counts is its own. */
  readonly count: string;
}

/**
 * A log whose rows stand in one of a few states and are worked on: it is filtered as lists are, by whatever
 * conditions, and by state with a count at
 * each. Its period may be left out.
 */
export interface Board<Raw extends object, Row extends object> extends Log<Raw, Row> {
  readonly path: string;
  readonly tabs: {
    readonly field: KeyOf<Row>;
    readonly of: readonly Tab[];
    /** Shown at first; null: all of them. */ readonly first: string | null;
  };
  readonly counted: TypedDocumentNode<CountsAnswer, LogParameters>;
  /** It is asked by days; otherwise for all that there are. */
  readonly dated: boolean;
  /**
   * Fields that name a few rows by themselves: asked by one of them (`?conversion_id=1`), days and states do
   * not matter.
   */
  readonly pins: readonly KeyOf<Row>[];
}

export const defineBoard = <Raw extends object, Row extends object>(
  board: Board<Raw, Row>,
): Board<Raw, Row> => board;
