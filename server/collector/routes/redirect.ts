import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contactOf } from '../contact.ts';
import { withToken } from '../landing.ts';
import { CLICK, follow } from '../pipeline.ts';
import { Refusal } from '../reasons.ts';
import { NO_PARAMETERS } from '../steps.ts';
import { tamedReferrer } from '../text.ts';
import type { TrackedRedirect } from '../tracking.ts';
import { isVisitor, readCookie, setVisitorCookie, visitorCookie } from '../visitors.ts';
import { clientOf, idOf, note, purposeOf, Query, refuse, type RouteParts } from './answers.ts';
import { sendLostPage } from './lost-page.ts';

/**
 * `GET /r/{redirect_id}`: counts a click and sends the visitor on to the landing page, the click token in its
 * address.
 */
export const redirectRoute = (app: FastifyInstance, parts: RouteParts): void => {
  const { collector } = parts;

  /** @returns undefined where there is no such redirect; null where it cannot be looked up */
  const lookUp = async (id: number, request: FastifyRequest): Promise<TrackedRedirect | null | undefined> => {
    try {
      return await collector.lookUp('redirects', id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      note(parts, error.reason, request, error.cause);
      return null;
    }
  };

  app.get<{ Params: { id: string } }>('/r/:id', { config: { access: 'public' } }, async (request, reply) => {
    // The browser's own default: landing pages go on seeing which site a visitor comes from.
    reply.header('referrer-policy', 'strict-origin-when-cross-origin');
    const id = idOf(request.params.id);
    if (id === null) return sendLostPage(404, request, reply);
    const redirect = collector.tracking().redirects.get(id) ?? (await lookUp(id, request));
    if (redirect === null) return sendLostPage(503, request, reply.header('retry-after', '1'));
    if (redirect === undefined) return sendLostPage(404, request, reply);
    const { ad, landing: plan } = redirect;
    const { product } = ad;
    if (plan === null) return sendLostPage(410, request, reply);

    const now = parts.now();
    const client = clientOf(collector, request);
    const known = readCookie(request.headers.cookie, visitorCookie(product.companyId));
    const visitorId = known !== null && isVisitor(known) ? known : collector.newVisitor();
    const draft = follow(CLICK, {
      requestLength: request.url.length,
      method: request.method,
      purpose: purposeOf(request),
      counts: redirect.counts,
      inService: product.inService,
      host: product.host,
      redirectId: redirect.id,
      plan,
      visitorId,
      now,
      previous: collector.repeats.last(visitorId, `redirect ${redirect.id}`),
      names: ad.parameters,
      query: new Query(request.query),
      parameters: NO_PARAMETERS,
      landing: '',
      lpoNumber: 0,
      agent: client.agent,
      bot: 0,
      repeated: 0,
    });

    reply.header('cache-control', 'no-store');
    if (typeof draft === 'string') {
      if (draft === 'url_too_long') return refuse(parts, draft, request, reply);
      note(parts, draft, request);
      // Whoever switched the redirect or the ad off wants no more figures from it; the visitor, who followed
      // a link that is still out there, is led to the ad's page.
      if (draft === 'retired')
        return redirect.adPage === null
          ? sendLostPage(410, request, reply)
          : reply.code(302).header('location', redirect.adPage).send();
      // 503 makes a browser forget what it fetched in advance: the click itself comes to us then, and is
      // counted.
      if (draft === 'prefetch') return reply.code(503).send();
      return reply.code(302).header('location', plan.plain).send();
    }
    const referrer = tamedReferrer(request.headers.referer ?? '');
    const { event, token } = contactOf(
      collector,
      parts.nextId(),
      ad.id,
      product.id,
      ad.clickCost,
      referrer,
      draft,
      client,
    );
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
