import type { FastifyInstance } from 'fastify';
import { contactOf } from '../contact.ts';
import { hostOf } from '../hosts.ts';
import { matchesPage } from '../pages.ts';
import { CONVERSION, DIRECT, follow, PAGE } from '../pipeline.ts';
import { Refusal, type Reason } from '../reasons.ts';
import type { ConversionRow, Event } from '../rows.ts';
import { NO_PARAMETERS, NO_VALUES, type ConversionValues, type PageDraft, type RawValues } from '../steps.ts';
import { wellFormed } from '../text.ts';
import { PASS_SECONDS } from '../tokens.ts';
import { relationOf, type TrackedProduct } from '../tracking.ts';
import { timeOfId } from '../../ids.ts';
import { clientOf, common, idOf, JSON_TYPE, note, purposeOf, refuse, type Client, type RouteParts } from './answers.ts';
import { readJson } from './bodies.ts';

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

const valuesOf = (value: unknown): RawValues => {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new Refusal('wrong_type');
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, typeof one === 'string' ? wellFormed(one) : one]));
};

/** @throws {Refusal} that says what is wrong with the body */
const readBeacon = (body: Readonly<Record<string, unknown>>, products: ReadonlyMap<number, TrackedProduct>): Beacon => {
  const { p, t, s } = body;
  if (typeof p !== 'number') throw new Refusal('wrong_type');
  const product = products.get(p);
  if (product === undefined) throw new Refusal('unknown_product');
  if (t !== 'view' && t !== 'click' && t !== 'cv') throw new Refusal('unknown_kind');
  if (s !== undefined && s !== null && typeof s !== 'number') throw new Refusal('wrong_type');
  return {
    product, kind: t, address: textOf(body['u']), referrer: textOf(body['r']), visitor: textOf(body['v']), token: textOf(body['x']), setting: s ?? null, values: valuesOf(body['a']),
  };
};

/** Values that a thank-you page carries in its own address; those of the script tag go before them. */
const pageValues = (page: URL, given: RawValues): RawValues => {
  const found: Record<string, unknown> = {};
  for (const name of ['p_resid', 'p_userid', 'p_key1', 'p_key2', 'p_key3', 'amount']) {
    const value = given[name] ?? (page.search.includes(name) ? page.searchParams.get(name) : null);
    if (value !== null && value !== undefined) found[name] = value;
  }
  return found;
};

/** `POST /e`: what the tag reports. A page view may be an access, a direct-link contact and conversions at once; all are durable before the answer. */
export const beaconRoute = (app: FastifyInstance, parts: RouteParts): void => {
  const { collector, now: time, nextId } = parts;

  /** The events of one beacon, and the click token that the browser goes on with. */
  const eventsOf = (beacon: Beacon, draft: PageDraft, page: URL, visitorId: string, client: Client, now: number): { events: Event[]; token: string } | Reason => {
    const { product } = beacon;
    const events: Event[] = [];
    let { click, token } = draft;
    const base = common(product.id, visitorId, now, client, draft.bot);
    const convert = (setting: number, origin: ConversionRow['origin'], values: ConversionValues) => {
      const id = nextId();
      const { cvType, ...columns } = values;
      events.push({
        table: 'conversion', id,
        row: {
          ...base, ...client.columns, ...columns, conversion_id: id.toString(), cv_type: cvType, cv_setting_id: setting, origin, url: beacon.address, referrer: draft.referrer,
        },
      });
    };
    if (beacon.kind === 'cv') {
      const read = follow(CONVERSION, { raw: beacon.values, lenient: false, cvType: 1, values: NO_VALUES });
      if (typeof read === 'string') return read;
      convert(0, 'call', read.values);
      return { events, token };
    }
    const lenient = (cvType: number): ConversionValues => {
      const read = follow(CONVERSION, { raw: pageValues(page, beacon.values), lenient: true, cvType: cvType === 0 ? 0 : 1, values: NO_VALUES });
      return typeof read === 'string' ? { ...NO_VALUES, cvType: cvType === 0 ? 0 : 1 } : read.values;
    };
    if (beacon.kind === 'click') {
      const setting = product.settings.find(one => one.id === beacon.setting && one.condition === 3);
      // A button may be bound to a page: its setting then names one.
      if (setting === undefined || (setting.page !== null && !matchesPage(setting.page, page))) return 'unknown_setting';
      convert(setting.id, 'button', lenient(setting.cvType));
      return { events, token };
    }

    const directId = !draft.landed && draft.relation === 'own' && page.search.includes('tp_ad=') ? idOf(page.searchParams.get('tp_ad') ?? '') : null;
    const ad = directId === null ? undefined : collector.tracking().ads.get(directId);
    if (ad !== undefined && ad.alive && ad.directLink && ad.product === product) {
      const contact = follow(DIRECT, {
        requestLength: 0, method: 'GET', purpose: '', counts: true, host: product.host, redirectId: 0, plan: { plain: '', pages: [], dynamic: false },
        visitorId, now, previous: collector.repeats.last(visitorId, `ad ${ad.id}`), names: ad.parameters, query: name => page.searchParams.get(name) ?? undefined,
        parameters: NO_PARAMETERS, landing: beacon.address, lpoNumber: 0, agent: client.agent, bot: 0, repeated: 0,
      });
      if (typeof contact === 'string') return contact;
      const made = contactOf(collector, nextId(), ad.id, product.id, ad.clickCost, draft.referrer, contact, client);
      events.push(made.event);
      token = made.token;
      click = collector.clicks.read(token, product.id);
    }
    const id = nextId();
    const { access_url, query } = splitQuery(beacon.address);
    events.push({
      table: 'access', id,
      row: {
        ...base, ...client.columns, access_id: id.toString(), interaction_id: (click?.interactionId ?? 0n).toString(), ad_id: click?.adId ?? 0, access_url, query, referrer: draft.referrer,
      },
    });
    let route: URL | null | undefined;
    for (const setting of product.settings) {
      if (setting.condition === 3 || !matchesPage(setting.page, page)) continue;
      if (setting.condition === 2) {
        route ??= URL.canParse(draft.referrer) ? new URL(draft.referrer) : null;
        if (route === null || !matchesPage(setting.route, route)) continue;
      }
      convert(setting.id, setting.condition === 2 ? 'route' : 'url', lenient(setting.cvType));
    }
    return { events, token };
  };

  app.post('/e', { config: { access: 'public' } }, async (request, reply) => {
    const beacon = readBeacon(readJson(request.body), collector.tracking().products);
    const { product } = beacon;
    const origin = request.headers.origin ?? null;
    const originHost = origin === null || origin === 'null' ? null : hostOf(origin);
    // Refusals too are readable for the product's own pages: the tag tries again when it sees a 503.
    if (origin !== null && originHost !== null && relationOf(product, originHost) !== 'foreign') reply.header('access-control-allow-origin', origin);
    reply.header('vary', 'Origin').header('cache-control', 'no-store');

    const now = time();
    const client = clientOf(collector, request);
    const draft = follow(PAGE, {
      product, origin, address: beacon.address, referrer: beacon.referrer, now, visitor: beacon.visitor, remembered: beacon.token,
      method: request.method, purpose: purposeOf(request), page: null, relation: 'foreign',
      readClick: text => {
        const click = collector.clicks.read(text, product.id);
        if (click === null) collector.counters.add('ignored_click_token');
        return click;
      },
      readPass: text => {
        const pass = collector.passes.read(text, product.id);
        if (pass === null) collector.counters.add('ignored_crossdomain_pass');
        return pass;
      },
      acceptedAt: click => timeOfId(click.interactionId), passMs: PASS_SECONDS * 1000,
      click: null, landed: false, token: '', visitorId: null, agent: client.agent, bot: 0,
    });
    if (typeof draft === 'string') {
      if (draft !== 'prefetch') return refuse(parts, draft, request, reply);
      note(parts, draft, request);
      return reply.code(204).send();
    }
    const visitorId = draft.visitorId ?? collector.newVisitor();
    if (draft.page === null) return refuse(parts, 'invalid_url', request, reply);
    const made = eventsOf(beacon, draft, draft.page, visitorId, client, now);
    if (typeof made === 'string') return refuse(parts, made, request, reply);
    await collector.accept(made.events);

    // Only a page view's answer is told to the browser, and only where it learns something.
    const pass = beacon.kind === 'view' && draft.relation === 'sender' ? collector.passes.make({ visitorId, issued: Math.floor(now / 1000) }, product.id) : undefined;
    if (visitorId === beacon.visitor && made.token === beacon.token && pass === undefined) return reply.code(204).send();
    return reply.header('content-type', JSON_TYPE).send(JSON.stringify({ v: visitorId, x: made.token, d: pass }));
  });
};

/** The address without its query, and the query without its mark; what is behind `#` stays with the address. */
const splitQuery = (address: string): { access_url: string; query: string } => {
  const hash = address.indexOf('#');
  const plain = hash === -1 ? address : address.slice(0, hash);
  const mark = plain.indexOf('?');
  if (mark === -1) return { access_url: address, query: '' };
  return { access_url: plain.slice(0, mark) + (hash === -1 ? '' : address.slice(hash)), query: plain.slice(mark + 1) };
};
