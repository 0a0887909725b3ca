import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withoutSecrets } from '../address-secrets.ts';
import { unknownNames } from '../conversion-values.ts';
import { parseUrl } from '../hosts.ts';
import { runSteps, PAGE_STEPS } from '../pipeline.ts';
import { REASONS, Refusal, type Reason } from '../reasons.ts';
import type { RecordedConversion, RecordedVisit } from '../recent-reports.ts';
import type { Event } from '../rows.ts';
import type { PageDraft } from '../page-steps.ts';
import { PASS_SECONDS } from '../tokens.ts';
import { originRelation, relationOf, type TrackedAd, type TrackedProduct } from '../tracking.ts';
import { timeOfId } from '../../platform/ids.ts';
import { clientOf, type Client } from '../client.ts';
import { idOf, JSON_TYPE, note, noteUnknownNames, purposeOf, refuse, type RouteParts } from './answers.ts';
import { readBeacon, type Beacon } from './beacon-body.ts';
import { readJson } from './bodies.ts';
import { formatTagTokens } from './cv-tags.ts';
import { dueConversion, pageConversions, type PageConversion } from './page-conversions.ts';
import { eventsOf, type Visit } from './page-events.ts';

/** The token readers that the steps of the pipeline use. */
type TokenReaders = Pick<PageDraft, 'readClick' | 'readPass' | 'acceptedAt'>;

const createTokenReaders = ({ clicks, passes, counters }: RouteParts['collector']): TokenReaders => ({
  readClick: (text, productId) => {
    const click = clicks.read(text, productId);
    if (click === null) counters.add('ignored_click_token');
    return click;
  },
  readPass: (text, productId) => {
    const pass = passes.read(text, productId);
    if (pass === null) counters.add('ignored_crossdomain_pass');
    return pass;
  },
  acceptedAt: click => timeOfId(click.interactionId),
});

const pageDraft = (
  { product, address, referrer, visitor, token }: Beacon,
  request: FastifyRequest,
  client: Client,
  now: number,
  { readClick, readPass, acceptedAt }: TokenReaders,
): PageDraft => ({
  product,
  inService: product.inService,
  origin: request.headers.origin ?? null,
  address,
  referrer,
  now,
  visitor,
  remembered: token,
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

/**
 * An ad that cannot be looked up while the store is unavailable counts no contact: losing the page view would
 * be worse than losing an id that was unknown a second before.
 */
const lookUpAd = async ({ collector }: RouteParts, id: number): Promise<TrackedAd | undefined> => {
  try {
    return await collector.lookUp('ads', id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    collector.counters.add('ignored_direct_ad');
    return undefined;
  }
};

/**
 * Whether a page view is not the visitor's arrival at the page. A tab without a click token has no counted contact: its
 * landing was left before consent or without an answer, and the reload is the first report of it.
 */
const isReopened = ({ navigation, token }: Beacon, { click }: PageDraft, adId: number): boolean => {
  if (token === '') return false;
  // A site that changes pages without loading them may lead to the direct link of another ad.
  if (navigation === 'view') return click?.adId === adId;
  return navigation === 'reload' || navigation === 'back_forward';
};

/**
 * The ad of a landing with a direct link in its address; null if there is none, or if the click was counted before: by
 * a redirect, or when the page was first opened.
 */
const findDirectAd = async (
  parts: RouteParts,
  beacon: Beacon,
  draft: PageDraft,
  page: URL,
): Promise<TrackedAd | null> => {
  const { product, kind } = beacon;
  if (kind !== 'view' || draft.landed || draft.relation !== 'own') return null;
  const id = idOf(page.searchParams.get('tp_ad') ?? '');
  const ad =
    id === null || isReopened(beacon, draft, id)
      ? undefined
      : (parts.collector.tracking().ads.get(id) ?? (await lookUpAd(parts, id)));
  return ad !== undefined && ad.alive && ad.directLink && ad.product.id === product.id ? ad : null;
};

/**
 * The tokens with which the page may request networks' CV tags after the results are created; undefined: none
 * will exist.
 */
const tagTokens = (
  { collector }: RouteParts,
  product: TrackedProduct,
  conversions: readonly RecordedConversion[],
): string | undefined => {
  if (!product.tagged) return undefined;
  const tokens = conversions
    .filter(({ cvType, bot }) => cvType === 1 && bot === 0)
    .map(({ id }) => collector.tagTokens.make(id, product.id));
  return tokens.length === 0 ? undefined : formatTagTokens(product.id, tokens);
};

const recordedConversion = ({ table, id, row }: Event): readonly RecordedConversion[] =>
  table === 'conversion' ? [{ id, cvType: row.cv_type, bot: row.bot }] : [];

/** Records the events of a visit, without conversions that were reported before. */
const recordVisit = async (
  parts: RouteParts,
  visit: Visit,
  conversions: readonly PageConversion[],
): Promise<RecordedVisit> => {
  const { beacon, draft, visitorId } = visit;
  let { token } = draft;
  const { events } = await parts.collector.claims.record(
    beacon.product,
    'tag',
    conversions.map(one => dueConversion(one, visitorId, draft.bot)),
    outcomes => {
      const made = eventsOf(parts, visit, conversions, outcomes);
      ({ token } = made);
      return made.events;
    },
  );
  return { conversions: events.flatMap(recordedConversion), token };
};

/** What an earlier copy of a report recorded for another process, or for this one before a restart; null: nothing. */
const findEarlier = async (
  { collector: { earlierReports, clicks } }: RouteParts,
  { beacon: { product }, visitorId, draft, now }: Visit,
  number: bigint,
): Promise<RecordedVisit | null> => {
  const key = { productId: product.id, visitorId, reportId: number.toString() };
  const { conversions, contact } = await earlierReports(key, now);
  if (conversions.length === 0 && contact === null) return null;
  return { conversions, token: contact === null ? draft.token : clicks.make(contact, product.id) };
};

/**
 * Records a visit. Of a report that the tag sends again, the first copy only, if it may cause conversions or the contact
 * of a direct link.
 */
const recordVisitOnce = (
  parts: RouteParts,
  visit: Visit,
  conversions: readonly PageConversion[],
): Promise<RecordedVisit> => {
  const { product, number, isRepeat } = visit.beacon;
  if (number === null || (conversions.length === 0 && visit.directAd === null))
    return recordVisit(parts, visit, conversions);
  const { reports, counters } = parts.collector;
  const countRepeat = () => counters.add('repeated_report');
  const record = async (): Promise<RecordedVisit> => {
    const earlier = isRepeat ? await findEarlier(parts, visit, number) : null;
    if (earlier === null) return recordVisit(parts, visit, conversions);
    countRepeat();
    return earlier;
  };
  return reports.once(`${product.id} ${number}`, visit.now, record, countRepeat);
};

const unknownNamesMessage = (names: readonly string[]): string =>
  `These names of touchpath('cv', …) are unknown and were ignored: ${names.join(', ')}.`;

/** Answers a recorded visit: with a body only if the browser lacks its content. */
const answerVisit = (
  parts: RouteParts,
  { beacon, draft, visitorId, now }: Visit,
  { conversions, token }: RecordedVisit,
  reply: FastifyReply,
): FastifyReply => {
  const { product, kind } = beacon;
  const pass =
    kind === 'view' && draft.relation === 'sender'
      ? parts.collector.passes.make({ visitorId, issued: Math.floor(now / 1000) }, product.id)
      : undefined;
  const tags = tagTokens(parts, product, conversions);
  const unknown = kind === 'cv' ? noteUnknownNames(parts, product, unknownNames(beacon.values)) : undefined;
  const isKnown = visitorId === beacon.visitor && token === beacon.token;
  if (isKnown && pass === undefined && tags === undefined && unknown === undefined)
    return reply.code(204).send();
  return reply.header('content-type', JSON_TYPE).send(
    JSON.stringify({
      v: visitorId,
      x: token,
      d: pass,
      c: tags,
      _message: unknown && [unknownNamesMessage(unknown)],
    }),
  );
};

/** Notes for the console the site whose page the product does not measure: its owner waits for the first page view. */
const noteForeignSite = (
  { collector }: RouteParts,
  { product, address }: Beacon,
  origin: string | undefined,
): void => {
  const host = parseUrl(origin ?? '')?.hostname ?? parseUrl(address)?.hostname ?? '';
  const isForeign = host !== '' && relationOf(product, host) === 'foreign';
  const shown = isForeign ? host : parseUrl(address)?.hostname;
  if (shown !== undefined) collector.notices.add(product, 'refused_host', shown);
};

const rejectPage = (
  parts: RouteParts,
  reason: Reason,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  if (REASONS[reason].outcome === 'refuse') return refuse(parts, reason, request, reply);
  note(parts, reason, request);
  return reply.code(204).send();
};

/**
 * `POST /e`: the tag's report. A page view may be an access, a direct-link contact and conversions at once;
 * all are durable before the answer.
 */
export const beaconRoute = (app: FastifyInstance, parts: RouteParts): void => {
  const { collector, now: time } = parts;
  const readers = createTokenReaders(collector);

  app.post('/e', { config: { access: 'public' } }, async (request, reply) => {
    const beacon = await readBeacon(readJson(request.body), collector);
    const { product } = beacon;
    const { origin } = request.headers;
    // The product's own pages can read refusals too: the tag retries after a 503.
    if (origin !== undefined && originRelation(product, origin) !== 'foreign')
      reply.header('access-control-allow-origin', origin);
    reply.header('vary', 'Origin').header('cache-control', 'no-store');

    const now = time();
    const client = clientOf(collector, product, request);
    const draft = runSteps(PAGE_STEPS, pageDraft(beacon, request, client, now, readers));
    if (draft === 'foreign_origin' || draft === 'foreign_page')
      if (!client.agent.bot) noteForeignSite(parts, beacon, origin);
    if (typeof draft === 'string') return rejectPage(parts, draft, request, reply);
    const visitorId = draft.visitorId ?? collector.newVisitor();
    const { page } = draft;
    if (page === null) return refuse(parts, 'invalid_url', request, reply);
    const directAd = page.search.includes('tp_ad=') ? await findDirectAd(parts, beacon, draft, page) : null;
    const conversions = pageConversions(beacon, page, draft.referrer);
    if (typeof conversions === 'string') return refuse(parts, conversions, request, reply);
    const stored = { url: withoutSecrets(draft.address), referrer: withoutSecrets(draft.referrer) };
    const visit: Visit = { beacon, draft, page, stored, visitorId, directAd, client, now };
    const recorded = await recordVisitOnce(parts, visit, conversions);
    return answerVisit(parts, visit, recorded, reply);
  });
};
