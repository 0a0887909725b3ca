import type { Static } from '@fastify/type-provider-typebox';
import type { Access } from '../event-logs/accesses.ts';
import type { Interaction } from '../event-logs/contacts.ts';
import type { Conversion } from '../event-logs/conversions.ts';
import type { Queued } from '../results/queue-schemas.ts';
import type { Result } from '../results/result-schemas.ts';
import type { TraceRow } from './schemas.ts';

/** Converts rows of the logs to rows of a trace. */

export type TracedResult = Static<typeof Result.schema>;
export type TracedNotification = Static<typeof Queued.schema>;
/** A row of a trace, without the flag whether the row itself has the identifier. */
export type Traced = Omit<TraceRow, 'matched'>;

const BLANK = {
  asp_name: '',
  visitor_id: null,
  url: '',
  xclid: '',
  args: '',
  amount: null,
  cv_type: null,
  approval_status: null,
  state: '',
  http_status: null,
  bot: false,
  repeated: false,
  excluded: false,
};

export const contactRow = (row: Interaction): Traced => ({
  ...BLANK,
  kind: 'contact',
  id: row.interaction_id,
  time: row.reference_time,
  ad_id: row.ad_id,
  ad_name: row.ad_name,
  visitor_id: row.visitor_id,
  url: row.landing_url,
  xclid: row.xclid,
  bot: row.bot,
  repeated: row.repeated,
  excluded: row.excluded,
});

export const accessRow = (row: Access): Traced => ({
  ...BLANK,
  kind: 'access',
  id: row.access_id,
  time: row.access_time,
  ad_id: row.ad_id,
  ad_name: row.ad_name,
  visitor_id: row.visitor_id,
  url: row.access_url,
  bot: row.bot,
  excluded: row.excluded,
});

export const conversionRow = (row: Conversion): Traced => ({
  ...BLANK,
  kind: 'conversion',
  id: row.conversion_id,
  time: row.cv_time,
  ad_id: row.last_cv_ad_id,
  ad_name: row.last_cv_ad_name,
  visitor_id: row.visitor_id,
  url: row.url,
  args: row.args,
  amount: row.amount,
  cv_type: row.cv_type,
  bot: row.bot,
  excluded: row.excluded,
});

export const resultRow = (row: TracedResult): Traced => ({
  ...BLANK,
  kind: 'result',
  id: String(row.result_id),
  time: row.created_at,
  ad_id: row.cv_ad_id,
  ad_name: row.cv_ad_name,
  asp_name: row.asp_name,
  visitor_id: row.visitor_id,
  xclid: row.xclid,
  args: row.args,
  amount: row.amount,
  approval_status: row.approval_status,
});

export const notificationRow = (row: TracedNotification): Traced => ({
  ...BLANK,
  kind: 'notification',
  id: String(row.result_queue_id),
  time: row.created_at,
  ad_id: row.cv_ad_id,
  ad_name: row.cv_ad_name,
  asp_name: row.asp_name,
  approval_status: row.approval_status,
  state: row.state,
  http_status: row.http_status,
});
