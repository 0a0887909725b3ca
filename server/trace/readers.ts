import { hasPermission, type Viewer } from '../http/visibility.ts';
import type { Condition } from '../http/filters.ts';
import type { Span } from '../http/spans.ts';
import { timeOfId } from '../platform/ids.ts';
import { accessLog } from '../event-logs/accesses.ts';
import { contactLog } from '../event-logs/contacts.ts';
import { conversionLog } from '../event-logs/conversions.ts';
import type { EventLog } from '../event-logs/log.ts';
import { EARLIEST, LATEST } from '../event-logs/log-parameters.ts';
import { findRows } from '../event-logs/single-rows.ts';
import type { ProductDependencies } from '../dependencies.ts';
import { queueLog } from '../results/queue-log.ts';
import { resultLog } from '../results/result-log.ts';
import type { StoredEvent } from '../store/clickhouse/logs/event-rows.ts';
import { DAY } from '../platform/time.ts';
import type { TracedNotification, TracedResult } from './rows.ts';
import { ROWS_PER_KIND, type Kind } from './schemas.ts';

/**
 * Indexed lookups in the logs that a viewer may read. A log that the viewer may not read yields no rows, so nothing
 * is derived from it.
 */

const ALWAYS: Span = { from: EARLIEST, until: LATEST };
/** One row more than a trace shows, to know whether there are more. */
const LIMIT = ROWS_PER_KIND + 1;

/** The time span of events with these ids, which contain the time of acceptance. */
const spanOfIds = (ids: readonly string[]): Span => {
  const times = ids.map(id => timeOfId(BigInt(id)));
  return { from: Math.min(...times) - DAY, until: Math.max(...times) + DAY };
};

const whereOf = (field: string, values: readonly string[]): string => {
  const [value = ''] = values;
  return new URLSearchParams([
    values.length === 1 ? [field, value] : [`${field}__in`, values.join(',')],
  ]).toString();
};

export const createReaders = (
  stores: Pick<ProductDependencies, 'db' | 'columnar'>,
  viewer: Viewer,
  productId: number,
) => {
  const has = (key: Parameters<typeof hasPermission>[1]): boolean => hasPermission(viewer, key, 'read');
  const mayRead: Readonly<Record<Kind, boolean>> = {
    contact: has('interaction_log'),
    access: has('access_log'),
    conversion: has('cv_log'),
    result: has('result_notification_log') || has('cv_approval'),
    notification: has('result_queue'),
  };

  /** Creates a lookup of rows whose column has one of the values. */
  const events =
    <Stored extends StoredEvent, Shown extends object>(kind: Kind, log: EventLog<Stored, Shown>) =>
    async (field: string, values: readonly string[], span: Span = ALWAYS): Promise<readonly Shown[]> => {
      if (!mayRead[kind] || values.length === 0) return [];
      const condition: Condition = { field, kind: 'text', op: values.length === 1 ? 'exact' : 'in', values };
      return findRows(stores, log, viewer, { productId, ...span, conditions: [condition] }, LIMIT);
    };
  const contacts = events('contact', contactLog);
  const accesses = events('access', accessLog);
  const questionOf = (field: string, values: readonly string[]) => ({
    product_id: productId,
    where: whereOf(field, values),
    limit: LIMIT,
  });

  return {
    mayRead,
    contacts,
    accesses,
    conversions: events('conversion', conversionLog),
    /** Lookups by event id, limited to the time in the id instead of an index. */
    contactsById: async (ids: readonly string[]) =>
      ids.length === 0 ? [] : contacts('interaction_id', ids, spanOfIds(ids)),
    accessesById: async (ids: readonly string[]) =>
      ids.length === 0 ? [] : accesses('access_id', ids, spanOfIds(ids)),
    results: async (field: string, values: readonly string[]): Promise<readonly TracedResult[]> => {
      if (!mayRead.result || values.length === 0) return [];
      return (await resultLog.page(stores, viewer, questionOf(field, values))).results;
    },
    notifications: async (resultIds: readonly string[]): Promise<readonly TracedNotification[]> => {
      if (!mayRead.notification || resultIds.length === 0) return [];
      return (await queueLog.page(stores, viewer, questionOf('result_id', resultIds))).results;
    },
  };
};

export type Readers = ReturnType<typeof createReaders>;
