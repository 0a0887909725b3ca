import type { ClaimOutcome } from '../claim-conversion.ts';
import { contactOf } from '../contact.ts';
import { DIRECT_LINK_STEPS, runSteps } from '../pipeline.ts';
import { storedTime, type Event } from '../rows.ts';
import { NO_PARAMETERS } from '../click-steps.ts';
import type { PageDraft } from '../page-steps.ts';
import type { TrackedAd } from '../tracking.ts';
import type { Client } from '../client.ts';
import type { RouteParts } from './answers.ts';
import type { Beacon } from './beacon-body.ts';
import { claimColumn, type PageConversion } from './page-conversions.ts';

/** The events that one report of a page's tag causes. */

/** A beacon and the data looked up for it. */
export interface Visit {
  readonly beacon: Beacon;
  readonly draft: PageDraft;
  readonly page: URL;
  /**
   * The page's address and referrer without secrets. CV settings are matched against those that the tag sent.
   */
  readonly stored: { readonly url: string; readonly referrer: string };
  readonly visitorId: string;
  /** The ad that the page's address names, if its direct link counts a contact here. */
  readonly directAd: TrackedAd | null;
  readonly client: Client;
  readonly now: number;
}

/** The columns that all events of a page have: product, visitor, time, and the browser that sent the beacon. */
const columnsOf = ({ beacon, draft, client, visitorId, now }: Visit) => ({
  product_id: beacon.product.id,
  visitor_id: visitorId,
  ts: storedTime(now),
  ip: client.ip,
  bot: draft.bot,
  ua: client.ua,
  device: client.agent.device,
  os: client.agent.os,
  os_ver: client.agent.osVersion,
  browser: client.agent.browser,
  browser_ver: client.agent.browserVersion,
});

/** The column of an event of a numbered report. */
const reportColumn = ({ beacon: { number } }: Visit): { readonly report_id?: string } =>
  number === null ? {} : { report_id: number.toString() };

/** The event of one conversion that a page reports. */
const conversionEvent = (
  { nextId }: RouteParts,
  visit: Visit,
  { settingId, origin, values }: PageConversion,
  outcome: ClaimOutcome,
): Event => {
  const id = nextId();
  return {
    table: 'conversion',
    id,
    row: {
      ...columnsOf(visit),
      args: values.args,
      user_id: values.user_id,
      other_key1: values.other_key1,
      other_key2: values.other_key2,
      other_key3: values.other_key3,
      amount: values.amount,
      conversion_id: id.toString(),
      cv_type: values.cvType,
      cv_setting_id: settingId,
      origin,
      ...visit.stored,
      ...(values.unreadable !== 0 && { unreadable_values: values.unreadable }),
      ...claimColumn(outcome),
      ...reportColumn(visit),
    },
  };
};

/**
 * The address without its query, and the query without its mark; the fragment stays with the address.
 */
const splitQuery = (address: string): { access_url: string; query: string } => {
  const hash = address.indexOf('#');
  const plain = hash === -1 ? address : address.slice(0, hash);
  const mark = plain.indexOf('?');
  if (mark === -1) return { access_url: address, query: '' };
  return {
    access_url: plain.slice(0, mark) + (hash === -1 ? '' : address.slice(hash)),
    query: plain.slice(mark + 1),
  };
};

/** The contact of a landing by a direct link, with its click token; null: the view is no such landing. */
const directContact = (
  { collector, nextId }: RouteParts,
  visit: Visit,
): { event: Event; token: string } | null => {
  const { directAd: ad, visitorId, client } = visit;
  if (ad === null) return null;
  const contact = runSteps(DIRECT_LINK_STEPS, {
    requestLength: 0,
    method: 'GET',
    purpose: '',
    counts: true,
    inService: ad.product.inService,
    host: ad.product.host,
    redirectId: 0,
    plan: { plain: '', pages: [], dynamic: false },
    visitorId,
    now: visit.now,
    previous: collector.repeats.last(visitorId, `ad ${ad.id}`),
    names: ad.parameters,
    query: visit.page.searchParams,
    parameters: NO_PARAMETERS,
    landing: visit.draft.address,
    lpoNumber: 0,
    agent: client.agent,
    bot: 0,
    repeated: 0,
  });
  if (typeof contact === 'string') return null;
  const { event, token } = contactOf(collector, nextId(), ad, visit.draft.referrer, contact, client);
  return { event: { ...event, row: { ...event.row, ...reportColumn(visit) } }, token };
};

/** The events of a page view, and the click token that the browser continues with. */
const viewEvents = (parts: RouteParts, visit: Visit): { events: Event[]; token: string } => {
  const { collector, nextId } = parts;
  const { beacon, draft } = visit;
  const events: Event[] = [];
  const direct = directContact(parts, visit);
  if (direct !== null) events.push(direct.event);
  const token = direct?.token ?? draft.token;
  const click = direct === null ? draft.click : collector.clicks.read(token, beacon.product.id);
  const id = nextId();
  const { access_url, query } = splitQuery(visit.stored.url);
  events.push({
    table: 'access',
    id,
    row: {
      ...columnsOf(visit),
      access_id: id.toString(),
      interaction_id: click === null ? '0' : click.interactionId.toString(),
      ad_id: click?.adId ?? 0,
      access_url,
      query,
      referrer: visit.stored.referrer,
    },
  });
  return { events, token };
};

/**
 * The events of one beacon, without conversions that were reported before, and the click token that the
 * browser continues with.
 */
export const eventsOf = (
  parts: RouteParts,
  visit: Visit,
  conversions: readonly PageConversion[],
  outcomes: readonly ClaimOutcome[],
): { events: Event[]; token: string } => {
  const { events, token } =
    visit.beacon.kind === 'view' ? viewEvents(parts, visit) : { events: [], token: visit.draft.token };
  for (const [at, one] of conversions.entries()) {
    const outcome = outcomes[at]!;
    if (outcome.kind !== 'repeated') events.push(conversionEvent(parts, visit, one, outcome));
  }
  return { events, token };
};
