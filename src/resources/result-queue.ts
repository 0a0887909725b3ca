import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  NetworkPauseDocument,
  NetworkResumeDocument,
  NewerNoticesDocument,
  NotificationsResendDocument,
  QueueAttemptsDocument,
  QueueCountsDocument,
  ResultQueueDocument,
  type QueueAttemptsQuery,
  type ResultQueueQuery,
} from '../../graphql/generated/graphql.ts';
import { defineBoard, type CountsAnswer } from './board.ts';
import type { LogAnswer, LogParameters, NewerAnswer, NewerParameters } from './log.ts';
import type { Present } from './row.ts';

export type Notice = Present<Present<ResultQueueQuery['page']>['results']>;
export type Attempt = Present<Present<QueueAttemptsQuery['lines']>['results']>;

/** Operations of notifications other than reading the queue. */
export const queueOperations = {
  attempts: QueueAttemptsDocument,
  resend: NotificationsResendDocument,
  pause: NetworkPauseDocument,
  resume: NetworkResumeDocument,
};

/** The contract's codes for failed attempts. */
const FAILURES = [
  'no_answer',
  'unreachable',
  'not_taken',
  'gone',
  'redirected',
  'refused_address',
  'no_web_address',
  'no_secret',
  'not_fetched',
  'page_reloaded',
  'page_policy',
  'network_paused',
] as const;

/** Notification method of a CV tag on the page of the conversion, which the server cannot repeat. */
export const BY_TAG = 'TAG';

/** Whether a notification can be sent again: it is a call, and not of an earlier decision. */
export const isRepeatable = ({ method, state }: Pick<Notice, 'method' | 'state'>): boolean =>
  method !== BY_TAG && state !== 'superseded';

/** /log/result-queue: the notifications to ad networks, and their outcome. */
export const resultQueue = defineBoard<Notice, Notice>({
  name: 'result_queue',
  list: 'resultQueue',
  path: 'logs/result_queue',
  operation: ResultQueueDocument as unknown as TypedDocumentNode<LogAnswer<Notice>, LogParameters>,
  counted: QueueCountsDocument as unknown as TypedDocumentNode<CountsAnswer, LogParameters>,
  newer: NewerNoticesDocument as TypedDocumentNode<NewerAnswer, NewerParameters>,
  row: raw => raw,
  key: 'result_queue_id',
  permission: 'result_queue',
  flagged: false,
  dated: true,
  pins: ['result_id', 'result_queue_id'],
  tabs: {
    field: 'queue_result',
    first: null,
    of: [
      { id: 'null', where: 'state__in=waiting,paused,sending', count: 'pending' },
      { id: 'false', where: 'state=dead', count: 'failure' },
      { id: 'true', where: 'queue_result=true', count: 'success' },
    ],
  },
  links: [
    {
      id: 'result',
      needs: 'result_notification_log',
      to: row => ({
        path: '/log/result',
        search: { result_id: String(row.result_id), open: String(row.result_id) },
      }),
    },
  ],
  filters: [
    { field: 'asp_id', kind: 'choice', choices: { list: 'asp' }, column: 'asp_name' },
    {
      field: 'state',
      kind: 'choice',
      choices: { values: ['waiting', 'paused', 'sending', 'done', 'dead', 'superseded'] },
    },
    { field: 'approval_status', kind: 'choice', choices: { values: [0, 1, 2] } },
    { field: 'method', kind: 'choice', choices: { values: ['GET', 'POST', 'TAG'] } },
    { field: 'failure', kind: 'choice', choices: { values: [...FAILURES] } },
    { field: 'http_status', kind: 'number' },
    { field: 'attempts', kind: 'number' },
    { field: 'answer', kind: 'text' },
    { field: 'cv_ad_id', kind: 'choice', choices: { list: 'ad' }, column: 'cv_ad_name' },
    { field: 'executed_time', kind: 'time' },
    { field: 'next_time', kind: 'time' },
    { field: 'result_id', kind: 'number' },
    { field: 'result_queue_id', kind: 'number' },
  ],
  sorted: [
    'result_queue_id',
    'queue_result',
    'state',
    'asp_name',
    'approval_status',
    'method',
    'http_status',
    'failure',
    'answer',
    'executed_time',
    'attempts',
    'next_time',
    'result_id',
    'cv_ad_name',
    'created_at',
  ],
  columns: [
    { field: 'result_queue_id', format: 'id', size: 104 },
    { field: 'queue_result', format: 'choice', size: 104 },
    { field: 'state', format: 'choice', size: 128 },
    { field: 'asp_name', format: 'text' },
    { field: 'approval_status', format: 'choice', size: 112 },
    { field: 'method', format: 'choice', size: 112 },
    { field: 'url', format: 'address', size: 280 },
    { field: 'http_status', format: 'id', size: 104 },
    { field: 'failure', format: 'choice', size: 200 },
    { field: 'answer', format: 'text', size: 152 },
    { field: 'executed_time', format: 'time' },
    { field: 'attempts', format: 'count', size: 88 },
    { field: 'next_time', format: 'time' },
    { field: 'result_id', format: 'id', size: 104 },
    { field: 'cv_ad_name', format: 'text', size: 200 },
    { field: 'created_at', format: 'time' },
    { field: 'body', format: 'address', hidden: true },
    { field: 'version', format: 'count', size: 96, hidden: true },
  ],
});
