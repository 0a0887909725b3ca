import { ConversionPathsDocument, type ConversionPathsQuery } from '../../graphql/generated/graphql.ts';
import type { Present } from '../resources/row.ts';
import { defineAnalysis, type SharedParameters } from './analysis.ts';
import { OVER_ADS } from './over-ads.ts';

export type PathsReport = Present<ConversionPathsQuery['report']>;
export type PathRow = Present<PathsReport['rows']>;
export type PathStep = Present<PathRow['steps']>;

/** The selectable numbers of paths, the most frequent first. */
export const PATH_LIMITS = ['20', '50', '100'] as const;
/** The selectable shares of all conversions below which a link of the flow is not drawn, in percent. */
export const MIN_SHARES = ['0', '1', '2', '5'] as const;
/** The share at first: without it, the flow of many ads has too many links to be read. */
export const USUAL_MIN_SHARE = '1';

const readOwn = (raw: Readonly<Record<string, string | undefined>>) => ({
  fold: raw['fold'] !== '0',
  limit: PATH_LIMITS.find(one => one === raw['limit']) ?? PATH_LIMITS[0],
  minShare: MIN_SHARES.find(one => one === raw['min_share']) ?? USUAL_MIN_SHARE,
  /** Least number of contacts of a path in the list. */
  minLength: raw['length_from'] === '2' ? 2 : 1,
});
export type PathsSearch = ReturnType<typeof readOwn>;

/** The parameters of the paths that count, those of a file. */
export const countedPaths = (shared: SharedParameters, { fold, minLength }: PathsSearch) => ({
  ...shared,
  fold,
  length_from: minLength,
});

/** Number of rows with a node of their own in the flow chart; all other rows share one node. */
export const FLOW_NODES = 10;

/** The paths of contacts that led to conversions. */
export const paths = defineAnalysis({
  ...OVER_ADS,
  name: 'paths',
  operation: ConversionPathsDocument,
  path: 'analyses/paths',
  columns: [{ metric: 'cv' }, { metric: 'amount_sum' }, { metric: 'amount_avg' }, { metric: 'attr_avg' }],
  ownColumns: ['length', 'share'],
  chart: { over: 'items', items: [] },
  sort: null,
  views: [],
  readOwn,
  parametersOf: (shared: SharedParameters, own: PathsSearch) => ({
    ...countedPaths(shared, own),
    limit: Number(own.limit),
    nodes: FLOW_NODES,
  }),
});
