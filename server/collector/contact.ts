import { NO_NETWORK } from '../platform/contact-network.ts';
import type { Collector } from './collector.ts';
import { withoutSecrets } from './address-secrets.ts';
import type { Client } from './client.ts';
import { storedTime, type ContactRow } from './rows.ts';
import type { ClickDraft } from './click-steps.ts';
import type { TrackedAd } from './tracking.ts';

interface ContactEvent {
  readonly table: 'contact';
  readonly id: bigint;
  readonly row: ContactRow;
}

/**
 * Creates the contact of a finished draft, and the token that the browser uses from then on: for a double
 * click, that of the first click.
 */
export const contactOf = (
  collector: Collector,
  id: bigint,
  { id: adId, product, clickCost, aspId }: Pick<TrackedAd, 'id' | 'product' | 'clickCost' | 'aspId'>,
  referrer: string,
  draft: ClickDraft,
  client: Client,
): { event: ContactEvent; token: string } => {
  const { visitorId, redirectId, now, repeated, parameters } = draft;
  const { agent } = client;
  const link = redirectId === 0 ? `ad ${adId}` : `redirect ${redirectId}`;
  const first = repeated === 1 ? collector.repeats.last(visitorId, link) : null;
  const token = first?.token ?? collector.clicks.make({ interactionId: id, visitorId, adId }, product.id);
  if (first === null) collector.repeats.keep(visitorId, link, { at: now, token });
  return {
    token,
    event: {
      table: 'contact',
      id,
      // Column by column: spreading objects into one of this size costs more than the rest of a click.
      row: {
        product_id: product.id,
        visitor_id: visitorId,
        ts: storedTime(now),
        interaction_id: id.toString(),
        ad_id: adId,
        redirect_id: redirectId,
        lpo_number: draft.lpoNumber,
        landing_url: withoutSecrets(draft.landing),
        referrer: withoutSecrets(referrer),
        ip: client.ip,
        bot: draft.bot,
        repeated,
        ua: client.ua,
        device: agent.device,
        os: agent.os,
        os_ver: agent.osVersion,
        browser: agent.browser,
        browser_ver: agent.browserVersion,
        xclid: parameters.xclid,
        media_session_id: parameters.media_session,
        media_management1: parameters.media_management1,
        media_management2: parameters.media_management2,
        media_management3: parameters.media_management3,
        click_cost: clickCost,
        asp_id: aspId ?? NO_NETWORK,
      },
    },
  };
};
