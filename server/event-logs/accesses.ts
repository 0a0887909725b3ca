import { Type, type Static } from '@fastify/type-provider-typebox';
import { Closed, component, EventId, Id, Nullable, Time } from '../http/schemas.ts';
import { ACCESSES, type StoredAccess } from '../store/clickhouse/logs/event-tables.ts';
import { adsNamed } from '../store/postgres/reports/event-log-rules.ts';
import type { EventLog } from './log.ts';
import { Word } from './log-parameters.ts';
import {
  client,
  clientOf,
  commonParameters,
  flags,
  flagsOf,
  idOrNull,
  idsIn,
  OnlyEvent,
  isVisibleAdOf,
} from './shared.ts';

/** The access log: page views. A row belongs to the ad of the click that led to it. */

export const Access = component(
  'Access',
  Closed({
    access_id: EventId(),
    access_time: Time('Time of the page view'),
    ad_id: Nullable(Id('Ad of the click that led to the page view; null: none')),
    ad_name: Type.String(),
    sy_ad: Nullable(
      Id(
        "Ad of the visitor's last counted contact before the page view, within the tracking term; null: none",
      ),
    ),
    sy_ad_name: Type.String(),
    interaction_id: Nullable(EventId('Contact that led to the page view; null: none')),
    visitor_id: EventId(),
    ip_address: Type.String(),
    access_url: Type.String(),
    query: Type.String(),
    referrer: Type.String(),
    ...client,
    ...flags,
  }),
);
export type Access = Static<(typeof Access)['schema']>;

export const accessLog: EventLog<StoredAccess, Access> = {
  list: 'accesses',
  one: 'access',
  title: 'log.access.title',
  summary: 'The access log: page views, newest first',
  permission: 'access_log',
  table: ACCESSES,
  row: Access,
  parameters: {
    ...commonParameters,
    access_id: OnlyEvent('Only this page view'),
    access_url__contains: Word('Only page URLs that contain this text, ignoring case'),
  },
  named: { ad_name: { of: 'ad', column: 'ad_id' }, sy_ad_name: { of: 'ad', column: 'sy_ad' } },
  showing: async (db, viewer, productId, rows) => {
    const [adIds = []] = idsIn(rows, row => [row.ad_id, row.sy_ad]);
    const ads = await adsNamed(db, viewer.companyId, adIds);
    const isVisible = isVisibleAdOf(viewer, productId);
    return row => {
      const adOf = (adId: number | undefined) =>
        isVisible(adId) ? { id: adId, name: ads.get(adId)?.name ?? '' } : { id: null, name: '' };
      const [own, last] = [adOf(row.ad_id), adOf(row.sy_ad)];
      return {
        access_id: row.event_id,
        access_time: new Date(row.ms).toISOString(),
        ad_id: own.id,
        ad_name: own.name,
        sy_ad: last.id,
        sy_ad_name: last.name,
        interaction_id: own.id === null ? null : idOrNull(row.interaction_id),
        visitor_id: row.visitor_id,
        ip_address: row.ip,
        access_url: row.access_url,
        query: row.query,
        referrer: row.referrer,
        ...clientOf(row),
        ...flagsOf(row),
      };
    };
  },
};
