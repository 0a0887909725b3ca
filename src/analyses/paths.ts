import { ConversionPathsDocument, type ConversionPathsQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';

export type PathsReport = Present<ConversionPathsQuery['report']>;
export type PathRow = Present<PathsReport['rows']>;
export type PathStep = Present<PathRow['steps']>;

/** On which ways of contacts conversions came about. */
export const paths = {
  operation: ConversionPathsDocument,
  path: 'analyses/paths',
  /** Those of its table and of its files. */
  columns: ['label', 'length', 'cv', 'share', 'amount_sum', 'amount_avg', 'attr_avg'],
  /** How many of the commonest paths may be looked at. */
  limits: ['20', '50', '100'],
  /** Rows that the flows distinguish; all others are one node. */
  nodes: 10,
} as const;
