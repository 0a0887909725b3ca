import { Type, type Static } from '@fastify/type-provider-typebox';
import { Closed, component, EventId, Id, Nullable, Time } from '../http/schemas.ts';
import { CONTACTS, type StoredContact } from '../store/clickhouse/logs/event-tables.ts';
import { adsNamed, redirectPages } from '../store/postgres/reports/event-log-rules.ts';
import type { EventLog } from './log.ts';
import { client, clientOf, commonParameters, flags, flagsOf, idsIn, OnlyEvent } from './shared.ts';

/** The reference log: contacts. */

export const Interaction = component(
  'Interaction',
  Closed({
    interaction_id: EventId('ID of the contact'),
    first_reference_time: Time(
      "Time of the visitor's first contact within the tracking term before this contact",
    ),
    reference_time: Time('Time of the contact'),
    ad_id: Id(),
    ad_name: Type.String(),
    visitor_id: EventId(),
    ip_address: Type.String(),
    landing_url: Type.String(),
    referrer: Type.String(),
    ...client,
    redirect_id: Nullable(Id('Redirect of the contact; null: a direct link')),
    lpo_number: Nullable(
      Type.Integer({ minimum: 1, maximum: 5, description: 'Number of the chosen LPO entry; null: none' }),
    ),
    lpo_title: Type.String({ description: 'Current title of the LPO entry; empty: none' }),
    xclid: Type.String({ description: 'Click ID of the ad network' }),
    media_session_id: Type.String(),
    media_management1: Type.String(),
    media_management2: Type.String(),
    media_management3: Type.String(),
    click_cost: Type.Number({ description: 'Click cost in yen at the time of the click' }),
    bot: flags.bot,
    repeated: Type.Boolean({
      description: 'Whether the contact follows another of the same visitor and redirect within 1 s',
    }),
    excluded: flags.excluded,
  }),
);
export type Interaction = Static<(typeof Interaction)['schema']>;

export const contactLog: EventLog<StoredContact, Interaction> = {
  list: 'interactions',
  one: 'interaction',
  title: 'log.reference.title',
  summary: 'The reference log: contacts, newest first',
  permission: 'interaction_log',
  table: CONTACTS,
  row: Interaction,
  parameters: { ...commonParameters, interaction_id: OnlyEvent('Only this contact') },
  named: { ad_name: { of: 'ad', column: 'ad_id' }, lpo_title: { of: 'landing' } },
  showing: async (db, { companyId }, _productId, rows) => {
    const [adIds = [], redirectIds = []] = idsIn(
      rows,
      row => [row.ad_id],
      row => [row.redirect_id],
    );
    const [ads, pages] = await Promise.all([
      adsNamed(db, companyId, adIds),
      redirectPages(db, companyId, redirectIds),
    ]);
    return row => {
      const ad = ads.get(row.ad_id);
      const own = pages.get(row.redirect_id);
      return {
        interaction_id: row.event_id,
        // A contact that does not count and has no earlier one is nevertheless its visitor's first.
        first_reference_time: new Date(Number(row.first_ms ?? row.ms)).toISOString(),
        reference_time: new Date(row.ms).toISOString(),
        ad_id: row.ad_id,
        ad_name: ad?.name ?? '',
        visitor_id: row.visitor_id,
        ip_address: row.ip,
        landing_url: row.landing_url,
        referrer: row.referrer,
        ...clientOf(row),
        redirect_id: row.redirect_id === 0 ? null : row.redirect_id,
        lpo_number: row.lpo_number === 0 ? null : row.lpo_number,
        // A redirect without pages of its own uses the ad's.
        lpo_title:
          (row.lpo_number === 0
            ? undefined
            : (own?.length ? own : ad?.lpoEntries)?.[row.lpo_number - 1]?.title) ?? '',
        xclid: row.xclid,
        media_session_id: row.media_session_id,
        media_management1: row.media_management1,
        media_management2: row.media_management2,
        media_management3: row.media_management3,
        click_cost: row.click_cost,
        ...flagsOf(row),
        repeated: row.repeated === 1,
      };
    };
  },
};
