import { ConversionPathsDocument, type ConversionPathsQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';

export type PathsReport = Present<ConversionPathsQuery['report']>;
export type PathRow = Present<PathsReport['rows']>;
export type PathStep = Present<PathRow['steps']>;

/** The paths of contacts that led to conversions. */
export const paths = {
  operation: ConversionPathsDocument,
  path: 'analyses/paths',
  /** The columns of the table and of the download. */
  columns: ['label', 'length', 'cv', 'share', 'amount_sum', 'amount_avg', 'attr_avg'],
  /** The selectable numbers of paths, the most frequent first. */
  limits: ['20', '50', '100'],
  /** The selectable shares of all conversions below which a link of the flow is not drawn, in percent. */
  minShares: ['0', '1', '2', '5'],
  /** The share at first: without it, the flow of many ads has too many links to be read. */
  minShare: '1',
  /** Number of rows with a node of their own in the flow chart; all other rows share one node. */
  nodes: 10,
} as const;
