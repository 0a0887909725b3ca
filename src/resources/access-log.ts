import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { AccessDocument, AccessesDocument, NewerAccessesDocument, type AccessesQuery } from '../../graphql/generated/graphql.ts';
import { BY_AD, CLIENT_FILTERS, defineLog, leftOut, pathTo, type LogAnswer, type LogQuestion, type NewerAnswer, type NewerQuestion } from './log.ts';
import type { Present } from './row.ts';

type Raw = Present<Present<AccessesQuery['page']>['results']>;
export type Access = Raw & { readonly left_out: string };

export const accessLog = defineLog<Raw, Access>({
  name: 'access',
  list: 'accesses',
  path: 'logs/accesses',
  operation: AccessesDocument as TypedDocumentNode<LogAnswer<Raw>, LogQuestion>,
  newer: NewerAccessesDocument as TypedDocumentNode<NewerAnswer, NewerQuestion>,
  one: { operation: AccessDocument, page: '/log/access/$id' },
  row: raw => ({ ...raw, left_out: leftOut(raw) }),
  key: 'access_id',
  permission: 'access_log',
  flagged: true,
  filters: [
    { field: 'access_url', kind: 'text' }, { field: 'access_id', kind: 'id' }, { field: 'interaction_id', kind: 'id' }, { field: 'query', kind: 'text' },
    BY_AD, { field: 'ad_name', kind: 'text' }, { field: 'sy_ad', kind: 'choice', choices: { list: 'ad' }, column: 'sy_ad_name' }, { field: 'access_time', kind: 'time' }, ...CLIENT_FILTERS,
  ],
  sorted: [
    'access_time', 'access_url', 'ad_name', 'visitor_id', 'access_id', 'device', 'os', 'os_ver', 'browser', 'browser_ver', 'ip_address', 'query', 'referrer', 'ad_id', 'interaction_id', 'ua',
  ],
  ways: [
    { id: 'path', needs: 'interaction_log', to: row => pathTo(row.visitor_id, 'access', row.access_id) },
    { id: 'contact', needs: 'interaction_log', to: row => (row.interaction_id === null ? null : { path: `/log/reference/${row.interaction_id}` }) },
  ],
  columns: [
    { field: 'access_time', format: 'time' },
    { field: 'access_url', format: 'address', size: 280 },
    { field: 'ad_name', format: 'text', size: 200 },
    { field: 'sy_ad_name', format: 'text', size: 200 },
    { field: 'visitor_id', format: 'id' },
    { field: 'access_id', format: 'id' },
    { field: 'device', format: 'word' },
    { field: 'os', format: 'text', size: 104 },
    { field: 'browser', format: 'text', size: 128 },
    { field: 'ip_address', format: 'address', size: 152 },
    { field: 'left_out', format: 'tags' },
    { field: 'query', format: 'address' },
    { field: 'referrer', format: 'address' },
    { field: 'ad_id', format: 'id', size: 96, hidden: true },
    { field: 'sy_ad', format: 'id', size: 128, hidden: true },
    { field: 'interaction_id', format: 'id', hidden: true },
    { field: 'os_ver', format: 'text', size: 128, hidden: true },
    { field: 'browser_ver', format: 'text', size: 144, hidden: true },
    { field: 'ua', format: 'text', size: 320, hidden: true },
  ],
});
