import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { InteractionDocument, InteractionsDocument, NewerInteractionsDocument, type InteractionsQuery } from '../../graphql/generated/graphql.ts';
import { BY_AD, CLIENT_FILTERS, defineLog, leftOut, pathTo, type LogAnswer, type LogQuestion, type NewerAnswer, type NewerQuestion } from './log.ts';
import type { Present } from './row.ts';

export type Interaction = Present<Present<InteractionsQuery['page']>['results']>;
export type Reference = Interaction & { readonly left_out: string };

export const referenceLog = defineLog<Interaction, Reference>({
  name: 'reference',
  list: 'interactions',
  path: 'logs/interactions',
  operation: InteractionsDocument as TypedDocumentNode<LogAnswer<Interaction>, LogQuestion>,
  newer: NewerInteractionsDocument as TypedDocumentNode<NewerAnswer, NewerQuestion>,
  one: { operation: InteractionDocument, page: '/log/reference/$id' },
  row: raw => ({ ...raw, left_out: leftOut(raw) }),
  key: 'interaction_id',
  permission: 'interaction_log',
  flagged: true,
  ways: [{ id: 'path', needs: 'interaction_log', to: row => pathTo(row.visitor_id, 'contact', row.interaction_id) }],
  filters: [
    { field: 'interaction_id', kind: 'id' }, { field: 'xclid', kind: 'text', operator: 'exact' }, { field: 'media_session_id', kind: 'text', operator: 'exact' },
    BY_AD, { field: 'ad_name', kind: 'text' }, { field: 'media_management1', kind: 'text', operator: 'exact' }, { field: 'media_management2', kind: 'text', operator: 'exact' },
    { field: 'media_management3', kind: 'text', operator: 'exact' }, { field: 'landing_url', kind: 'text' }, { field: 'lpo_title', kind: 'text' },
    { field: 'redirect_id', kind: 'choice', choices: { list: 'redirect' } }, { field: 'lpo_number', kind: 'number' }, { field: 'click_cost', kind: 'number' },
    { field: 'reference_time', kind: 'time' }, { field: 'first_reference_time', kind: 'time' }, ...CLIENT_FILTERS,
  ],
  sorted: [
    'reference_time', 'ad_name', 'interaction_id', 'visitor_id', 'device', 'os', 'os_ver', 'browser', 'browser_ver', 'ip_address', 'landing_url', 'referrer', 'click_cost', 'xclid',
    'media_session_id', 'media_management1', 'media_management2', 'media_management3', 'ad_id', 'redirect_id', 'lpo_number', 'ua',
  ],
  columns: [
    { field: 'reference_time', format: 'time' },
    { field: 'ad_name', format: 'text', size: 216 },
    { field: 'interaction_id', format: 'id' },
    { field: 'first_reference_time', format: 'time' },
    { field: 'visitor_id', format: 'id' },
    { field: 'device', format: 'word' },
    { field: 'os', format: 'text', size: 104 },
    { field: 'browser', format: 'text', size: 128 },
    { field: 'ip_address', format: 'address', size: 152 },
    { field: 'left_out', format: 'tags' },
    { field: 'landing_url', format: 'address', size: 280 },
    { field: 'referrer', format: 'address' },
    { field: 'lpo_title', format: 'text' },
    { field: 'click_cost', format: 'price' },
    { field: 'xclid', format: 'id' },
    { field: 'media_session_id', format: 'id' },
    { field: 'media_management1', format: 'text', size: 128 },
    { field: 'media_management2', format: 'text', size: 128 },
    { field: 'media_management3', format: 'text', size: 128 },
    { field: 'ad_id', format: 'id', size: 96, hidden: true },
    { field: 'redirect_id', format: 'id', size: 128, hidden: true },
    { field: 'lpo_number', format: 'count', hidden: true },
    { field: 'os_ver', format: 'text', size: 128, hidden: true },
    { field: 'browser_ver', format: 'text', size: 144, hidden: true },
    { field: 'ua', format: 'text', size: 320, hidden: true },
  ],
});
