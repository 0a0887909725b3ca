import type { Static } from '@fastify/type-provider-typebox';
import type { Viewer } from '../http/visibility.ts';
import { Failure } from '../http/failures.ts';
import type { Kind } from '../http/filters.ts';
import type { Dependencies } from '../dependencies.ts';
import { queuedAttempts, queueLog as store, type QueueFilter } from '../store/postgres/results/queue-log.ts';
import { logOf } from './log-pages.ts';
import { maskUrl } from './mask.ts';
import { resultReachOf } from './log-parameters.ts';
import type { Queued } from './queue-schemas.ts';

/** The result queue, limited to what the viewer may see. */

const KINDS: Readonly<Record<QueueFilter, Kind>> = {
  result_queue_id: 'integer',
  version: 'integer',
  result_id: 'integer',
  asp_id: 'integer',
  asp_name: 'text',
  cv_ad_id: 'integer',
  cv_ad_name: 'text',
  approval_status: 'integer',
  queue_result: 'boolean',
  state: 'text',
  attempts: 'integer',
  http_status: 'integer',
  failure: 'text',
  method: 'text',
  answer: 'text',
  executed_time: 'time',
  next_time: 'time',
  created_at: 'time',
};

type QueueLogRow = Static<typeof Queued.schema>;

export const queueLog = logOf({
  store,
  kinds: KINDS,
  placeOf: (row: QueueLogRow) => ({ ms: Date.parse(row.created_at), id: String(row.result_queue_id) }),
  fill: () => row => {
    if (row.url !== undefined) row.url = maskUrl(row.url);
  },
});

/** Reads the attempts of a notification, in order. @throws {Failure} `not_found` */
export const readQueueAttempts = async ({ db }: Pick<Dependencies, 'db'>, viewer: Viewer, id: number) => {
  const attempts = await queuedAttempts(db, { ...resultReachOf(viewer), id });
  if (attempts === null) throw new Failure('not_found');
  return {
    results: attempts.map(attempt => ({ ...attempt, executed_time: attempt.executed_time.toISOString() })),
  };
};
