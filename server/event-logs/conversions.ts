import { Type, type Static } from '@fastify/type-provider-typebox';
import { codedCell } from '../downloads/cells.ts';
import { Closed, component, EventId, Id, Nullable, Time } from '../http/schemas.ts';
import { CONVERSIONS, type StoredConversion } from '../store/clickhouse/logs/event-tables.ts';
import { adsNamed, cvSettingsNamed } from '../store/postgres/reports/event-log-rules.ts';
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

/** The CV log: conversions, with the contacts that receive their credit. A row belongs to the ads of both. */

const ORIGINS = ['url', 'route', 'button', 'call', 'server'] as const;

export const Conversion = component(
  'Conversion',
  Closed({
    conversion_id: EventId(),
    cv_time: Time('Time of the conversion'),
    cv_type: Type.Integer({
      minimum: 0,
      maximum: 1,
      description: 'Type of the conversion: 1 last CV, 0 middle CV',
    }),
    cv_setting_id: Nullable(Id('CV setting that measured the conversion; null: none')),
    cv_setting_name: Type.String(),
    origin: Type.String({ description: `Origin of the report: ${ORIGINS.join(', ')}` }),
    last_cv_ad_id: Nullable(Id('Ad of the last contact; null: no contact, or the conversion is left out')),
    last_cv_ad_name: Type.String(),
    last_cv_interaction_id: Nullable(EventId()),
    performance_cv_ad_id: Nullable(
      Id('Ad of the last contact among the ads with performance_cv_flag; null: none'),
    ),
    performance_cv_ad_name: Type.String(),
    performance_cv_interaction_id: Nullable(EventId()),
    contacts: Type.Integer({
      minimum: 0,
      description: 'Number of contacts on the path',
    }),
    args: Type.String(),
    user_id: Type.String(),
    other_key1: Type.String(),
    other_key2: Type.String(),
    other_key3: Type.String(),
    amount: Type.Number({ description: 'Amount in yen' }),
    visitor_id: EventId(),
    ip_address: Type.String(),
    url: Type.String(),
    referrer: Type.String(),
    ...client,
    ...flags,
  }),
);
export type Conversion = Static<(typeof Conversion)['schema']>;

export const conversionLog: EventLog<StoredConversion, Conversion> = {
  list: 'conversions',
  one: 'conversion',
  title: 'log.cv.title',
  summary: 'The CV log: conversions, newest first',
  permission: 'cv_log',
  table: CONVERSIONS,
  row: Conversion,
  parameters: {
    ...commonParameters,
    conversion_id: OnlyEvent('Only this conversion'),
    cv_type: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1, description: 'Only last CVs (1) or middle CVs (0)' }),
    ),
    cv_setting_id: Type.Optional(Id('Only conversions of this CV setting')),
    args: Word('Only this result identifier'),
    user_id: Word('Only this customer ID (p_userid)'),
  },
  named: {
    cv_setting_name: { of: 'cv_setting', column: 'cv_setting_id' },
    last_cv_ad_name: { of: 'ad', column: 'last_cv_ad_id' },
    performance_cv_ad_name: { of: 'ad', column: 'performance_cv_ad_id' },
  },
  showing: async (db, viewer, productId, rows) => {
    const [adIds = [], settingIds = []] = idsIn(
      rows,
      row => [row.last_ad, row.performance_ad],
      row => [row.cv_setting_id],
    );
    const [ads, settings] = await Promise.all([
      adsNamed(db, viewer.companyId, adIds),
      cvSettingsNamed(db, viewer.companyId, settingIds),
    ]);
    const isVisible = isVisibleAdOf(viewer, productId);
    return row => {
      const describeAd = (adId: number | undefined, interaction: string | undefined) =>
        isVisible(adId)
          ? { id: adId, name: ads.get(adId)?.name ?? '', interaction: idOrNull(interaction) }
          : { id: null, name: '', interaction: null };
      const last = describeAd(row.last_ad, row.last_interaction);
      const performance = describeAd(row.performance_ad, row.performance_interaction);
      return {
        conversion_id: row.event_id,
        cv_time: new Date(row.ms).toISOString(),
        cv_type: row.cv_type,
        cv_setting_id: row.cv_setting_id === 0 ? null : row.cv_setting_id,
        cv_setting_name: settings.get(row.cv_setting_id) ?? '',
        origin: row.origin,
        last_cv_ad_id: last.id,
        last_cv_ad_name: last.name,
        last_cv_interaction_id: last.interaction,
        performance_cv_ad_id: performance.id,
        performance_cv_ad_name: performance.name,
        performance_cv_interaction_id: performance.interaction,
        contacts: Number(row.contacts ?? 0),
        args: row.args,
        user_id: row.user_id,
        other_key1: row.other_key1,
        other_key2: row.other_key2,
        other_key3: row.other_key3,
        amount: Number(row.amount),
        visitor_id: row.visitor_id,
        ip_address: row.ip,
        url: row.url,
        referrer: row.referrer,
        ...clientOf(row),
        ...flagsOf(row),
      };
    };
  },
  cellOf: (column, words) =>
    column === 'cv_type' || column === 'origin' ? codedCell(words.choices('conversions', column)) : undefined,
};
