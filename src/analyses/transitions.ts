import { TransitionsDocument, type TransitionsQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';

export type TransitionsReport = Present<TransitionsQuery['report']>;
export type TransitionRow = Present<TransitionsReport['rows']>;
export type TransitionCell = Present<TransitionRow['cells']>;

/** Conversions by the month of the first contact and the number of months after it. */
export const transitions = {
  operation: TransitionsDocument,
  path: 'analyses/transitions',
  /** Number of months after the month of the first contact. */
  months: 24,
  /** The values that a cell can show. */
  measures: ['cv', 'amount_sum', 'visitors'],
} as const;
export type TransitionMeasure = (typeof transitions.measures)[number];
