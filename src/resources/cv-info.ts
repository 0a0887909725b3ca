import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { CvInfoDocument, type CvInfoQuery } from '../../graphql/generated/graphql.ts';
import { BY_AD, defineLog, pathTo, type LogAnswer, type LogParameters } from './log.ts';
import { present, type Present } from './row.ts';

type Raw = Present<Present<CvInfoQuery['page']>['results']>;

/** A conversion with the names of its path joined to one text. */
export interface CvInfo extends Omit<Raw, 'path' | 'first_ad' | 'last_ad'> {
  readonly first_ad_id: number | null;
  readonly last_ad_id: number | null;
  readonly first_ad_name: string;
  readonly last_ad_name: string;
  readonly path_names: string;
}

const NEXT = ' → ';
/** Text of an ad that the user may not see. */
const HIDDEN = '•••';
const nameOf = (ad: { readonly ad_name: string; readonly hidden: boolean } | null): string => {
  if (ad === null) return '';
  return ad.hidden ? HIDDEN : ad.ad_name;
};

const rowOf = ({ path, first_ad, last_ad, ...raw }: Raw): CvInfo => {
  const steps = present(path);
  const more = (raw.contacts ?? 0) - steps.length;
  return {
    ...raw,
    first_ad_id: first_ad?.ad_id ?? null,
    last_ad_id: last_ad?.ad_id ?? null,
    first_ad_name: nameOf(first_ad),
    last_ad_name: nameOf(last_ad),
    path_names: `${steps.map(nameOf).join(NEXT)}${more > 0 ? `${NEXT}+${more}` : ''}`,
  };
};

/** /analyze/cv: conversions with the data that the site sent and their paths. */
export const cvInfo = defineLog<Raw, CvInfo>({
  name: 'cv_info',
  list: 'cvInfo',
  path: 'analyses/cv_info',
  operation: CvInfoDocument as unknown as TypedDocumentNode<LogAnswer<Raw>, LogParameters>,
  row: rowOf,
  key: 'conversion_id',
  permission: 'cv_log',
  flagged: false,
  filters: [
    { field: 'p_resid', kind: 'text', operator: 'exact' },
    { field: 'p_userid', kind: 'text', operator: 'exact' },
    { field: 'amount', kind: 'number' },
    { field: 'cv_type', kind: 'choice', choices: { values: [1, 0] } },
    { field: 'cv_setting_id', kind: 'choice', choices: { list: 'cvSetting' }, column: 'cv_setting_name' },
    BY_AD,
    { field: 'first_ad_id', kind: 'choice', choices: { list: 'ad' }, column: 'first_ad_name' },
    { field: 'last_ad_id', kind: 'choice', choices: { list: 'ad' }, column: 'last_ad_name' },
    { field: 'contacts', kind: 'number' },
    { field: 'elapsed', kind: 'duration', operator: 'gte' },
    { field: 'p_key1', kind: 'text', operator: 'exact' },
    { field: 'p_key2', kind: 'text', operator: 'exact' },
    { field: 'p_key3', kind: 'text', operator: 'exact' },
    { field: 'conversion_id', kind: 'id' },
    { field: 'visitor_id', kind: 'id' },
    { field: 'cv_time', kind: 'time' },
  ],
  sorted: [
    'cv_time',
    'cv_type',
    'cv_setting_name',
    'p_resid',
    'p_userid',
    'p_key1',
    'p_key2',
    'p_key3',
    'amount',
    'first_ad_name',
    'last_ad_name',
    'contacts',
    'elapsed',
    'conversion_id',
    'visitor_id',
    'cv_setting_id',
  ],
  links: [
    { id: 'credit', needs: 'cv_log', to: row => ({ path: `/log/cv/${row.conversion_id}` }) },
    {
      id: 'path',
      needs: 'interaction_log',
      to: row => pathTo(row.visitor_id, 'conversion', row.conversion_id),
    },
  ],
  columns: [
    { field: 'cv_time', format: 'time' },
    { field: 'cv_type', format: 'choice', size: 96 },
    { field: 'cv_setting_name', format: 'text', size: 144 },
    { field: 'p_resid', format: 'id', size: 144 },
    { field: 'p_userid', format: 'id', size: 136 },
    { field: 'p_key1', format: 'text', size: 112 },
    { field: 'p_key2', format: 'text', size: 112 },
    { field: 'p_key3', format: 'text', size: 112 },
    { field: 'amount', format: 'yen' },
    { field: 'first_ad_name', format: 'text', size: 200 },
    { field: 'last_ad_name', format: 'text', size: 200 },
    { field: 'ad_type1', format: 'text', size: 120 },
    { field: 'ad_type2', format: 'text', size: 120 },
    { field: 'ad_type3', format: 'text', size: 120 },
    { field: 'contacts', format: 'count' },
    { field: 'elapsed', format: 'duration' },
    { field: 'path_names', format: 'text', size: 360 },
    { field: 'conversion_id', format: 'id', hidden: true },
    { field: 'visitor_id', format: 'id', hidden: true },
    { field: 'cv_setting_id', format: 'id', size: 112, hidden: true },
  ],
});

const OF_SITE: ReadonlySet<string> = new Set(['p_resid', 'p_userid', 'p_key1', 'p_key2', 'p_key3']);

/** CV information for users without the CV log, who do not get the data that the site sent. */
export const cvInfoWithoutSiteData = defineLog<Raw, CvInfo>({
  ...cvInfo,
  filters: cvInfo.filters.filter(({ field }) => !OF_SITE.has(field)),
  sorted: (cvInfo.sorted ?? []).filter(field => !OF_SITE.has(field)),
  columns: cvInfo.columns.filter(({ field }) => !OF_SITE.has(field)),
});
