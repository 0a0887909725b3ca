import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  ConversionDocument,
  ConversionsDocument,
  NewerConversionsDocument,
  type ConversionsQuery,
} from '../../graphql/generated/graphql.ts';
import {
  BY_AD,
  CLIENT_FILTERS,
  defineLog,
  leftOut,
  pathTo,
  type LogAnswer,
  type LogParameters,
  type NewerAnswer,
  type NewerParameters,
} from './log.ts';
import type { Present } from './row.ts';

type Raw = Present<Present<ConversionsQuery['page']>['results']>;
export type Conversion = Raw & { readonly left_out: string };

/** The calendar day of an instant in Tokyo. */
const dayOf = (time: string): string => new Date(Date.parse(time) + 9 * 3_600_000).toISOString().slice(0, 10);

export const cvLog = defineLog<Raw, Conversion>({
  name: 'cv',
  list: 'conversions',
  path: 'logs/conversions',
  operation: ConversionsDocument as TypedDocumentNode<LogAnswer<Raw>, LogParameters>,
  newer: NewerConversionsDocument as TypedDocumentNode<NewerAnswer, NewerParameters>,
  one: { operation: ConversionDocument, page: '/log/cv/$id' },
  row: raw => ({ ...raw, left_out: leftOut(raw) }),
  key: 'conversion_id',
  permission: 'cv_log',
  flagged: true,
  filters: [
    { field: 'args', kind: 'text', operator: 'exact' },
    { field: 'user_id', kind: 'text', operator: 'exact' },
    { field: 'conversion_id', kind: 'id' },
    { field: 'amount', kind: 'number' },
    { field: 'cv_type', kind: 'choice', choices: { values: [1, 0] } },
    { field: 'cv_setting_id', kind: 'choice', choices: { list: 'cvSetting' }, column: 'cv_setting_name' },
    BY_AD,
    { field: 'last_cv_ad_id', kind: 'choice', choices: { list: 'ad' }, column: 'last_cv_ad_name' },
    {
      field: 'performance_cv_ad_id',
      kind: 'choice',
      choices: { list: 'ad' },
      column: 'performance_cv_ad_name',
    },
    { field: 'last_cv_interaction_id', kind: 'id' },
    { field: 'performance_cv_interaction_id', kind: 'id' },
    { field: 'contacts', kind: 'number' },
    { field: 'other_key1', kind: 'text', operator: 'exact' },
    { field: 'other_key2', kind: 'text', operator: 'exact' },
    { field: 'other_key3', kind: 'text', operator: 'exact' },
    { field: 'url', kind: 'text' },
    { field: 'origin', kind: 'choice', choices: { values: ['url', 'route', 'button', 'call', 'server'] } },
    { field: 'cv_time', kind: 'time' },
    ...CLIENT_FILTERS,
  ],
  sorted: [
    'cv_time',
    'cv_type',
    'cv_setting_name',
    'amount',
    'args',
    'user_id',
    'conversion_id',
    'visitor_id',
    'ip_address',
    'other_key1',
    'other_key2',
    'other_key3',
    'cv_setting_id',
    'origin',
    'url',
    'referrer',
    'device',
    'os',
    'os_ver',
    'browser',
    'browser_ver',
    'ua',
  ],
  links: [
    {
      id: 'path',
      needs: 'interaction_log',
      to: row => pathTo(row.visitor_id, 'conversion', row.conversion_id),
    },
    {
      id: 'last_contact',
      needs: 'interaction_log',
      to: row =>
        row.last_cv_interaction_id === null ? null : { path: `/log/reference/${row.last_cv_interaction_id}` },
    },
    // Only last conversions make results.
    {
      id: 'results',
      needs: 'result_notification_log',
      to: row =>
        row.cv_type === 1
          ? {
              path: '/log/result',
              search: { conversion_id: row.conversion_id, from: dayOf(row.cv_time), to: dayOf(row.cv_time) },
            }
          : null,
    },
  ],
  columns: [
    { field: 'cv_time', format: 'time' },
    { field: 'cv_type', format: 'choice', size: 96 },
    { field: 'cv_setting_name', format: 'text', size: 144 },
    { field: 'last_cv_ad_name', format: 'text', size: 200 },
    { field: 'performance_cv_ad_name', format: 'text', size: 200 },
    { field: 'amount', format: 'yen' },
    { field: 'args', format: 'id', size: 152 },
    { field: 'user_id', format: 'id', size: 136 },
    { field: 'contacts', format: 'count' },
    { field: 'conversion_id', format: 'id' },
    { field: 'visitor_id', format: 'id' },
    { field: 'last_cv_interaction_id', format: 'id' },
    { field: 'performance_cv_interaction_id', format: 'id' },
    { field: 'ip_address', format: 'address', size: 152 },
    { field: 'left_out', format: 'tags' },
    { field: 'other_key1', format: 'text', size: 128 },
    { field: 'other_key2', format: 'text', size: 128 },
    { field: 'other_key3', format: 'text', size: 128 },
    { field: 'last_cv_ad_id', format: 'id', size: 120, hidden: true },
    { field: 'performance_cv_ad_id', format: 'id', size: 120, hidden: true },
    { field: 'cv_setting_id', format: 'id', size: 112, hidden: true },
    { field: 'origin', format: 'choice', hidden: true },
    { field: 'url', format: 'address', hidden: true },
    { field: 'referrer', format: 'address', hidden: true },
    { field: 'device', format: 'word', hidden: true },
    { field: 'os', format: 'text', size: 104, hidden: true },
    { field: 'os_ver', format: 'text', size: 128, hidden: true },
    { field: 'browser', format: 'text', size: 128, hidden: true },
    { field: 'browser_ver', format: 'text', size: 144, hidden: true },
    { field: 'ua', format: 'text', size: 320, hidden: true },
  ],
});
