import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contactOf } from '../contact.ts';
import { withToken } from '../landing.ts';
import { CLICK_STEPS, runSteps } from '../pipeline.ts';
import { Refusal, type Reason } from '../reasons.ts';
import { NO_PARAMETERS, type ClickDraft } from '../click-steps.ts';
import { sanitizedReferrer } from '../text.ts';
import type { TrackedRedirect } from '../tracking.ts';
import { isVisitor, readCookie, setVisitorCookie, visitorCookie } from '../visitors.ts';
import { clientOf, type Client } from '../client.ts';
import { idOf, note, purposeOf, Query, refuse, type RouteParts } from './answers.ts';
import { sendLostPage } from './lost-page.ts';

/** @returns undefined if there is no such redirect; null if it cannot be looked up */
const lookUpRedirect = async (
  parts: RouteParts,
  id: number,
  request: FastifyRequest,
): Promise<TrackedRedirect | null | undefined> => {
  try {
    return await parts.collector.lookUp('redirects', id);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note(parts, error.reason, request, error.cause);
    return null;
  }
};

const clickDraft = (
  { collector, now }: RouteParts,
  redirect: TrackedRedirect,
  plan: ClickDraft['plan'],
  visitorId: string,
  client: Client,
  request: FastifyRequest,
): ClickDraft => ({
  requestLength: request.url.length,
  method: request.method,
  purpose: purposeOf(request),
  counts: redirect.counts,
  inService: redirect.ad.product.inService,
  host: redirect.ad.product.host,
  redirectId: redirect.id,
  plan,
  visitorId,
  now: now(),
  previous: collector.repeats.last(visitorId, `redirect ${redirect.id}`),
  names: redirect.ad.parameters,
  query: new Query(request.query),
  parameters: NO_PARAMETERS,
  landing: '',
  lpoNumber: 0,
  agent: client.agent,
  bot: 0,
  repeated: 0,
});

/** Answers a click that is not counted. */
const sendUncounted = (
  parts: RouteParts,
  reason: Reason,
  { adPage }: TrackedRedirect,
  { plain }: ClickDraft['plan'],
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  if (reason === 'url_too_long') return refuse(parts, reason, request, reply);
  note(parts, reason, request);
  // A redirect or an ad that is switched off gets no more counts; a visitor who follows its still published
  // link is redirected to the ad's page.
  if (reason === 'retired')
    return adPage === null
      ? sendLostPage(410, request, reply)
      : reply.code(302).header('location', adPage).send();
  // After a 503 a browser discards its prefetch: the click itself then reaches the collector and is counted.
  if (reason === 'prefetch') return reply.code(503).send();
  return reply.code(302).header('location', plain).send();
};

/**
 * `GET /r/{redirect_id}`: counts a click and redirects the visitor to the landing page, with the click token
 * in its address.
 */
export const redirectRoute = (app: FastifyInstance, parts: RouteParts): void => {
  const { collector } = parts;

  app.get<{ Params: { id: string } }>('/r/:id', { config: { access: 'public' } }, async (request, reply) => {
    // The browsers' default: landing pages continue to receive the referring site.
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    const id = idOf(request.params.id);
    if (id === null) return sendLostPage(404, request, reply);
    const redirect = collector.tracking().redirects.get(id) ?? (await lookUpRedirect(parts, id, request));
    if (redirect === null) return sendLostPage(503, request, reply.header('retry-after', '1'));
    if (redirect === undefined) return sendLostPage(404, request, reply);
    const { ad, landing: plan } = redirect;
    const { product } = ad;
    if (plan === null) return sendLostPage(410, request, reply);

    const client = clientOf(collector, product, request);
    const known = readCookie(request.headers.cookie, visitorCookie(product.companyId));
    const visitorId = known !== null && isVisitor(known) ? known : collector.newVisitor();
    const draft = runSteps(CLICK_STEPS, clickDraft(parts, redirect, plan, visitorId, client, request));

    reply.header('cache-control', 'no-store');
    if (typeof draft === 'string') return sendUncounted(parts, draft, redirect, plan, request, reply);
    const referrer = sanitizedReferrer(request.headers.referer ?? '');
    const { event, token } = contactOf(collector, parts.nextId(), ad, referrer, draft, client);
    await collector.accept([event]);
    return reply
      .code(302)
      .header('location', withToken(draft.landing, token))
      .header(
        'set-cookie',
        setVisitorCookie(product.companyId, visitorId, parts.secure || request.protocol === 'https'),
      )
      .send();
  });
};
