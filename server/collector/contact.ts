import { agentColumns } from './agents.ts';
import type { Collector } from './collector.ts';
import { common, type Client } from './routes/answers.ts';
import type { Event } from './rows.ts';
import type { ClickDraft } from './steps.ts';

/** Makes the contact of a finished draft, and the token that the browser goes on with: for a double click that of the first click. */
export const contactOf = (
  collector: Collector, id: bigint, adId: number, productId: number, clickCost: number, referrer: string, draft: ClickDraft, client: Client,
): { event: Event; token: string } => {
  const { visitorId, redirectId, now, repeated } = draft;
  const { media_session: media_session_id, ...parameters } = draft.parameters;
  const link = redirectId === 0 ? `ad ${adId}` : `redirect ${redirectId}`;
  const first = repeated === 1 ? collector.repeats.last(visitorId, link) : null;
  const token = first?.token ?? collector.clicks.make({ interactionId: id, visitorId, adId }, productId);
  if (first === null) collector.repeats.keep(visitorId, link, { at: now, token });
  return {
    token,
    event: {
      table: 'contact', id,
      row: {
        ...common(productId, visitorId, now, client, draft.bot), ...agentColumns(client.ua, client.agent), ...parameters, media_session_id,
        interaction_id: id.toString(), ad_id: adId, redirect_id: redirectId, lpo_number: draft.lpoNumber, landing_url: draft.landing, referrer, repeated, click_cost: clickCost,
      },
    },
  };
};
