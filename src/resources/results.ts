import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  DecisionsDocument,
  NewerResultsDocument,
  ResultCandidatesDocument,
  ResultsDecideDocument,
  ResultsDocument,
  ResultsTakeBackDocument,
  type DecisionsQuery,
  type ResultsQuery,
} from '../../graphql/generated/graphql.ts';
import { defineBoard, type CountsAnswer } from './board.ts';
import {
  pathTo,
  type LogAnswer,
  type LogParameters,
  type LogLink,
  type NewerAnswer,
  type NewerParameters,
} from './log.ts';
import type { Present } from './row.ts';

export type Result = Present<Present<ResultsQuery['page']>['results']>;
export type Decision = Present<Present<DecisionsQuery['lines']>['results']>;

/** Operations of results other than reading their log. */
export const resultOperations = {
  page: ResultsDocument,
  candidates: ResultCandidatesDocument,
  decide: ResultsDecideDocument,
  takeBack: ResultsTakeBackDocument,
  ledger: DecisionsDocument,
};

/** Columns with the outcomes of the approval checks, in the order of their settings. */
export const JUDGEMENTS = [
  'approval_amount_result',
  'approval_args_result',
  'exclude_duplicate_ips_result',
  'exclude_duplicate_args_result',
] as const;

const JUDGEMENT_VALUES = { values: [0, 1, 2] };

/** Links from a result to its conversion, path, contact and notifications. */
export const resultLinks: readonly LogLink<Result>[] = [
  { id: 'conversion_of', needs: 'cv_log', to: row => ({ path: `/log/cv/${row.conversion_id}` }) },
  {
    id: 'path',
    needs: 'interaction_log',
    to: row => (row.visitor_id === null ? null : pathTo(row.visitor_id, 'conversion', row.conversion_id)),
  },
  {
    id: 'contact_of',
    needs: 'interaction_log',
    to: row => (row.interaction_id === null ? null : { path: `/log/reference/${row.interaction_id}` }),
  },
  {
    id: 'notices',
    needs: 'result_queue',
    to: row =>
      row.notice_state === 'none'
        ? null
        : { path: '/log/result-queue', search: { result_id: String(row.result_id) } },
  },
];

const shared = {
  list: 'results',
  path: 'logs/results',
  operation: ResultsDocument as unknown as TypedDocumentNode<LogAnswer<Result>, LogParameters>,
  counted: ResultCandidatesDocument as unknown as TypedDocumentNode<CountsAnswer, LogParameters>,
  newer: NewerResultsDocument as TypedDocumentNode<NewerAnswer, NewerParameters>,
  row: (raw: Result): Result => raw,
  key: 'result_id',
  flagged: false,
  links: resultLinks,
  pins: ['conversion_id', 'result_id', 'interaction_id'],
  filters: [
    { field: 'asp_id', kind: 'choice', choices: { list: 'asp' }, column: 'asp_name' },
    { field: 'cv_ad_id', kind: 'choice', choices: { list: 'ad' }, column: 'cv_ad_name' },
    { field: 'args', kind: 'text' },
    { field: 'amount', kind: 'number' },
    { field: 'cv_cost', kind: 'number' },
    { field: 'cv_time', kind: 'time' },
    { field: 'approval_amount_result', kind: 'choice', choices: JUDGEMENT_VALUES },
    { field: 'approval_args_result', kind: 'choice', choices: JUDGEMENT_VALUES },
    { field: 'exclude_duplicate_ips_result', kind: 'choice', choices: JUDGEMENT_VALUES },
    { field: 'exclude_duplicate_args_result', kind: 'choice', choices: JUDGEMENT_VALUES },
    { field: 'exceeded_limits', kind: 'choice', choices: { values: [1, 2, 3, 4, 5, 6, 7] } },
    { field: 'notice_state', kind: 'choice', choices: { values: ['none', 'waiting', 'told', 'failed'] } },
    { field: 'result_type', kind: 'choice', choices: { values: [1, 2, 3] } },
    { field: 'ad_category', kind: 'choice', choices: { list: 'adCategory' }, column: 'ad_category_name' },
    { field: 'ad_type1', kind: 'choice', choices: { list: 'adType', group: 1 }, column: 'ad_type1_title' },
    { field: 'ad_type2', kind: 'choice', choices: { list: 'adType', group: 2 }, column: 'ad_type2_title' },
    { field: 'ad_type3', kind: 'choice', choices: { list: 'adType', group: 3 }, column: 'ad_type3_title' },
    { field: 'user_id', kind: 'text' },
    { field: 'other_key1', kind: 'text' },
    { field: 'other_key2', kind: 'text' },
    { field: 'other_key3', kind: 'text' },
    { field: 'xclid', kind: 'text', operator: 'exact' },
    { field: 'media_session_id', kind: 'text', operator: 'exact' },
    { field: 'media_management1', kind: 'text', operator: 'exact' },
    { field: 'media_management2', kind: 'text', operator: 'exact' },
    { field: 'media_management3', kind: 'text', operator: 'exact' },
    { field: 'reason', kind: 'text' },
    { field: 'decided_by', kind: 'text' },
    { field: 'interaction_number', kind: 'number' },
    { field: 'created_at', kind: 'time' },
    { field: 'result_id', kind: 'number' },
    { field: 'conversion_id', kind: 'text' },
    { field: 'visitor_id', kind: 'text' },
    { field: 'interaction_id', kind: 'text' },
    { field: 'updated_at', kind: 'time' },
  ],
} as const;

/** Columns of both screens by which the server sorts. */
const SORTED = [
  'result_id',
  'cv_time',
  'approval_status',
  'cv_ad_name',
  'cv_ad_id',
  'asp_name',
  'result_type',
  'amount',
  'cv_cost',
  'args',
  ...JUDGEMENTS,
  'exceeded_limits',
  'notice_state',
  'interaction_id',
  'conversion_id',
  'visitor_id',
  'user_id',
  'other_key1',
  'other_key2',
  'other_key3',
  'decided_by',
  'decided_at',
  'reason',
  'created_at',
] as const;

const STATES = [
  { id: '0', where: 'approval_status=0', count: 'pending' },
  { id: '1', where: 'approval_status=1', count: 'approved' },
  { id: '2', where: 'approval_status=2', count: 'rejected' },
];

const media = [
  { field: 'xclid', format: 'id' },
  { field: 'media_session_id', format: 'id' },
  { field: 'media_management1', format: 'text', size: 128 },
  { field: 'media_management2', format: 'text', size: 128 },
  { field: 'media_management3', format: 'text', size: 128 },
] as const;
const judgements = [
  { field: 'approval_amount_result', format: 'choice', size: 132 },
  { field: 'approval_args_result', format: 'choice', size: 132 },
  { field: 'exclude_duplicate_ips_result', format: 'choice', size: 132 },
  { field: 'exclude_duplicate_args_result', format: 'choice', size: 140 },
  { field: 'exceeded_limits', format: 'choice', size: 152 },
] as const;
const keys = [
  { field: 'other_key1', format: 'text', size: 112 },
  { field: 'other_key2', format: 'text', size: 112 },
  { field: 'other_key3', format: 'text', size: 112 },
] as const;
const decided = [
  { field: 'decided_by', format: 'text', size: 128 },
  { field: 'decided_at', format: 'time' },
  { field: 'reason', format: 'text', size: 200 },
] as const;

/** /log/result: results with all columns. */
export const resultLog = defineBoard<Result, Result>({
  ...shared,
  name: 'result',
  permission: 'result_notification_log',
  dated: true,
  tabs: { field: 'approval_status', of: STATES, first: null },
  sorted: [...SORTED, 'interaction_number', ...media.map(({ field }) => field), 'updated_at'],
  columns: [
    { field: 'result_id', format: 'id', size: 104 },
    { field: 'cv_time', format: 'time' },
    { field: 'approval_status', format: 'choice', size: 104 },
    { field: 'cv_ad_name', format: 'text', size: 200 },
    { field: 'asp_name', format: 'text', size: 152 },
    { field: 'result_type', format: 'choice', size: 120 },
    { field: 'amount', format: 'yen', size: 104 },
    { field: 'cv_cost', format: 'price', size: 112 },
    { field: 'args', format: 'id', size: 144 },
    ...judgements,
    { field: 'notice_state', format: 'choice', size: 112 },
    { field: 'interaction_number', format: 'count', size: 88 },
    { field: 'interaction_id', format: 'id' },
    ...media,
    ...keys,
    { field: 'created_at', format: 'time' },
    { field: 'updated_at', format: 'time' },
    { field: 'cv_ad_id', format: 'id', size: 104, hidden: true },
    { field: 'conversion_id', format: 'id', hidden: true },
    { field: 'visitor_id', format: 'id', hidden: true },
    { field: 'user_id', format: 'id', size: 128, hidden: true },
    ...decided.map(column => ({ ...column, hidden: true })),
  ],
});

/** /log/cv-approve: results of all days, initially the pending ones. */
export const approvals = defineBoard<Result, Result>({
  ...shared,
  name: 'approval',
  filePath: 'logs/approvals',
  permission: 'cv_approval',
  dated: false,
  tabs: { field: 'approval_status', of: STATES, first: '0' },
  sorted: [...SORTED, 'ad_category_name', 'ad_type1_title', 'ad_type2_title', 'ad_type3_title'],
  columns: [
    // The columns on which decisions are based come first, visible without scrolling.
    { field: 'result_id', format: 'id', size: 96 },
    { field: 'approval_status', format: 'choice', size: 104 },
    { field: 'cv_time', format: 'time', size: 152 },
    { field: 'cv_ad_name', format: 'text', size: 168 },
    { field: 'amount', format: 'yen', size: 96 },
    ...judgements,
    { field: 'args', format: 'id', size: 128 },
    { field: 'asp_name', format: 'text', size: 144 },
    { field: 'cv_cost', format: 'price' },
    { field: 'notice_state', format: 'choice', size: 112 },
    { field: 'ad_category_name', format: 'text', size: 136 },
    { field: 'ad_type1_title', format: 'text', size: 120 },
    { field: 'ad_type2_title', format: 'text', size: 120 },
    { field: 'ad_type3_title', format: 'text', size: 120 },
    ...keys,
    { field: 'conversion_id', format: 'id' },
    { field: 'interaction_id', format: 'id' },
    { field: 'visitor_id', format: 'id', hidden: true },
    { field: 'user_id', format: 'id', size: 128 },
    ...decided,
    { field: 'cv_ad_id', format: 'id', size: 104, hidden: true },
    { field: 'result_type', format: 'choice', size: 104, hidden: true },
    { field: 'created_at', format: 'time', hidden: true },
  ],
});
