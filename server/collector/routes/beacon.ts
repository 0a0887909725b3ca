import type { FastifyInstance } from 'fastify';
import { withoutSecrets } from '../address-secrets.ts';
import { contactOf } from '../contact.ts';
import type { ClaimOutcome } from '../claim-conversion.ts';
import { DIRECT, follow, PAGE } from '../pipeline.ts';
import { REASONS, Refusal } from '../reasons.ts';
import { storedTime, type Event } from '../rows.ts';
import { NO_PARAMETERS, type PageDraft, type RawValues } from '../steps.ts';
import { wellFormed } from '../text.ts';
import { PASS_SECONDS, type Click } from '../tokens.ts';
import { originRelation, type TrackedAd, type TrackedProduct } from '../tracking.ts';
import { timeOfId } from '../../platform/ids.ts';
import { formatTagTokens } from './cv-tags.ts';
import {
  clientOf,
  idOf,
  JSON_TYPE,
  note,
  purposeOf,
  refuse,
  type Client,
  type RouteParts,
} from './answers.ts';
import { readJson } from './bodies.ts';
import { claimColumn, dueConversion, pageConversions, type PageConversion } from './page-conversions.ts';

/** What the tag sends; short names because it is sent often. */
interface Beacon {
  readonly product: TrackedProduct;
  readonly kind: 'view' | 'click' | 'cv';
  readonly address: string;
  readonly referrer: string;
  readonly visitor: string;
  readonly token: string;
  readonly setting: number | null;
  readonly values: RawValues;
}

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw new Refusal('wrong_type');
  return wellFormed(value);
};

const NOTHING: RawValues = {};
const valuesOf = (value: unknown): RawValues => {
  if (value === undefined || value === null) return NOTHING;
  if (typeof value !== 'object' || Array.isArray(value)) throw new Refusal('wrong_type');
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, typeof one === 'string' ? wellFormed(one) : one]),
  );
};

/** @throws {Refusal} that says what is wrong with the body */
const readBeacon = async (
  body: Readonly<Record<string, unknown>>,
  { tracking, lookUp }: RouteParts['collector'],
): Promise<Beacon> => {
  const { p, t, s } = body;
  if (typeof p !== 'number') throw new Refusal('wrong_type');
  const product =
    idOf(String(p)) === null ? undefined : (tracking().products.get(p) ?? (await lookUp('products', p)));
  if (product === undefined) throw new Refusal('unknown_product');
  if (t !== 'view' && t !== 'click' && t !== 'cv') throw new Refusal('unknown_kind');
  if (s !== undefined && s !== null && typeof s !== 'number') throw new Refusal('wrong_type');
  return {
    product,
    kind: t,
    address: textOf(body['u']),
    referrer: textOf(body['r']),
    visitor: textOf(body['v']),
    token: textOf(body['x']),
    setting: s ?? null,
    values: valuesOf(body['a']),
  };
};

/** A beacon and all that was found out about it. */
interface Visit {
  readonly beacon: Beacon;
  readonly draft: PageDraft;
  readonly page: URL;
  /**
   * The page's address and referrer without secrets. CV settings are matched against those that the tag sent.
   */
  readonly stored: { readonly url: string; readonly referrer: string };
  readonly visitorId: string;
  /** The ad that the page's address names, where its direct link counts a contact here. */
  readonly directAd: TrackedAd | null;
  readonly client: Client;
  readonly now: number;
}

/**
 * `POST /e`: what the tag reports. A page view may be an access, a direct-link contact and conversions at
 * once; all are durable before the answer.
 */
export const beaconRoute = (app: FastifyInstance, parts: RouteParts): void => {
  const { collector, now: time, nextId } = parts;

  const readClick = (text: string, productId: number) => {
    const click = collector.clicks.read(text, productId);
    if (click === null) collector.counters.add('ignored_click_token');
    return click;
  };
  const readPass = (text: string, productId: number) => {
    const pass = collector.passes.read(text, productId);
    if (pass === null) collector.counters.add('ignored_crossdomain_pass');
    return pass;
  };
  const acceptedAt = (click: Click) => timeOfId(click.interactionId);

  const conversion = (
    visit: Visit,
    { settingId, origin, values }: PageConversion,
    outcome: ClaimOutcome,
  ): Event => {
    const { beacon, draft, client } = visit;
    const { agent } = client;
    const id = nextId();
    return {
      table: 'conversion',
      id,
      row: {
        product_id: beacon.product.id,
        visitor_id: visit.visitorId,
        ts: storedTime(visit.now),
        ip: client.ip,
        bot: draft.bot,
        ua: client.ua,
        device: agent.device,
        os: agent.os,
        os_ver: agent.osVersion,
        browser: agent.browser,
        browser_ver: agent.browserVersion,
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
        ...claimColumn(outcome),
      },
    };
  };

  /**
   * An ad that cannot be looked up, because the store is away, counts no contact: the page view is worth more
   * than an id that was unknown a second before.
   */
  const lookUpAd = async (id: number): Promise<TrackedAd | undefined> => {
    try {
      return await collector.lookUp('ads', id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      collector.counters.add('ignored_direct_ad');
      return undefined;
    }
  };

  /**
   * The ad of a landing with a direct link in its address; null where there is none, or where a redirect
   * counted the click already.
   */
  const findDirectAd = async (
    { product, kind }: Beacon,
    { landed, relation }: PageDraft,
    page: URL,
  ): Promise<TrackedAd | null> => {
    if (kind !== 'view' || landed || relation !== 'own') return null;
    const id = idOf(page.searchParams.get('tp_ad') ?? '');
    const ad = id === null ? undefined : (collector.tracking().ads.get(id) ?? (await lookUpAd(id)));
    return ad !== undefined && ad.alive && ad.directLink && ad.product.id === product.id ? ad : null;
  };

  const directContact = ({
    beacon,
    draft,
    page,
    visitorId,
    directAd: ad,
    client,
    now,
  }: Visit): { event: Event; token: string } | null => {
    if (ad === null) return null;
    const contact = follow(DIRECT, {
      requestLength: 0,
      method: 'GET',
      purpose: '',
      counts: true,
      inService: ad.product.inService,
      host: ad.product.host,
      redirectId: 0,
      plan: { plain: '', pages: [], dynamic: false },
      visitorId,
      now,
      previous: collector.repeats.last(visitorId, `ad ${ad.id}`),
      names: ad.parameters,
      query: page.searchParams,
      parameters: NO_PARAMETERS,
      landing: beacon.address,
      lpoNumber: 0,
      agent: client.agent,
      bot: 0,
      repeated: 0,
    });
    return typeof contact === 'string'
      ? null
      : contactOf(collector, nextId(), ad.id, ad.product.id, ad.clickCost, draft.referrer, contact, client);
  };

  const viewEvents = (visit: Visit): { events: Event[]; token: string } => {
    const { beacon, draft, client } = visit;
    const { agent } = client;
    const events: Event[] = [];
    const direct = directContact(visit);
    if (direct !== null) events.push(direct.event);
    const token = direct?.token ?? draft.token;
    const click = direct === null ? draft.click : collector.clicks.read(token, beacon.product.id);
    const id = nextId();
    const { access_url, query } = splitQuery(visit.stored.url);
    events.push({
      table: 'access',
      id,
      row: {
        product_id: beacon.product.id,
        visitor_id: visit.visitorId,
        ts: storedTime(visit.now),
        ip: client.ip,
        bot: draft.bot,
        ua: client.ua,
        device: agent.device,
        os: agent.os,
        os_ver: agent.osVersion,
        browser: agent.browser,
        browser_ver: agent.browserVersion,
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
   * browser goes on with.
   */
  const eventsOf = (
    visit: Visit,
    conversions: readonly PageConversion[],
    outcomes: readonly ClaimOutcome[],
  ): { events: Event[]; token: string } => {
    const { events, token } =
      visit.beacon.kind === 'view' ? viewEvents(visit) : { events: [], token: visit.draft.token };
    for (const [at, one] of conversions.entries()) {
      const outcome = outcomes[at]!;
      if (outcome.kind !== 'repeated') events.push(conversion(visit, one, outcome));
    }
    return { events, token };
  };

  /**
   * With what the page may ask for networks' CV tags later, when the results were made; undefined: there are
   * none to come.
   */
  const tagTokens = (product: TrackedProduct, events: readonly Event[]): string | undefined => {
    if (!product.tagged) return undefined;
    const tokens = events.flatMap(({ table, id, row }) =>
      table === 'conversion' && row.cv_type === 1 && row.bot === 0
        ? [collector.tagTokens.make(id, product.id)]
        : [],
    );
    return tokens.length === 0 ? undefined : formatTagTokens(product.id, tokens);
  };

  app.post('/e', { config: { access: 'public' } }, async (request, reply) => {
    const beacon = await readBeacon(readJson(request.body), collector);
    const { product } = beacon;
    const origin = request.headers.origin ?? null;
    // Refusals too are readable for the product's own pages: the tag tries again when it sees a 503.
    if (origin !== null && originRelation(product, origin) !== 'foreign')
      reply.header('access-control-allow-origin', origin);
    reply.header('vary', 'Origin').header('cache-control', 'no-store');

    const now = time();
    const client = clientOf(collector, request);
    const draft = follow(PAGE, {
      product,
      inService: product.inService,
      origin,
      address: beacon.address,
      referrer: beacon.referrer,
      now,
      visitor: beacon.visitor,
      remembered: beacon.token,
      method: request.method,
      purpose: purposeOf(request),
      page: null,
      relation: 'foreign',
      readClick,
      readPass,
      acceptedAt,
      passMs: PASS_SECONDS * 1000,
      click: null,
      landed: false,
      token: '',
      visitorId: null,
      agent: client.agent,
      bot: 0,
    });
    if (typeof draft === 'string') {
      if (REASONS[draft].outcome === 'refuse') return refuse(parts, draft, request, reply);
      note(parts, draft, request);
      return reply.code(204).send();
    }
    const visitorId = draft.visitorId ?? collector.newVisitor();
    if (draft.page === null) return refuse(parts, 'invalid_url', request, reply);
    const directAd = draft.page.search.includes('tp_ad=')
      ? await findDirectAd(beacon, draft, draft.page)
      : null;
    const conversions = pageConversions(beacon, draft.page, draft.referrer);
    if (typeof conversions === 'string') return refuse(parts, conversions, request, reply);
    const stored = { url: withoutSecrets(beacon.address), referrer: withoutSecrets(draft.referrer) };
    const visit: Visit = { beacon, draft, page: draft.page, stored, visitorId, directAd, client, now };
    let { token } = draft;
    const { events } = await collector.claims.record(
      product,
      'tag',
      conversions.map(one => dueConversion(one, visitorId, draft.bot)),
      outcomes => {
        const made = eventsOf(visit, conversions, outcomes);
        ({ token } = made);
        return made.events;
      },
    );

    // The browser is answered only where it learns something.
    const pass =
      beacon.kind === 'view' && draft.relation === 'sender'
        ? collector.passes.make({ visitorId, issued: Math.floor(now / 1000) }, product.id)
        : undefined;
    const tags = tagTokens(product, events);
    if (visitorId === beacon.visitor && token === beacon.token && pass === undefined && tags === undefined)
      return reply.code(204).send();
    return reply
      .header('content-type', JSON_TYPE)
      .send(JSON.stringify({ v: visitorId, x: token, d: pass, c: tags }));
  });
};

/**
 * The address without its query, and the query without its mark; what is behind `#` stays with the address.
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
