import type { FastifyInstance } from 'fastify';
import { runSteps, IMPRESSION_STEPS } from '../pipeline.ts';
import { isVisitor, readCookie, visitorCookie } from '../visitors.ts';
import { clientOf, common } from '../client.ts';
import { idOf, note, purposeOf, refuse, type RouteParts } from './answers.ts';

/** One transparent pixel, 43 bytes. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** `GET /i/{ad}.gif`: counts an impression. */
export const pixelRoute = (app: FastifyInstance, parts: RouteParts): void => {
  const { collector } = parts;
  app.get<{ Params: { file: string } }>(
    '/i/:file',
    { config: { access: 'public' } },
    async (request, reply) => {
      const adId = idOf(/^(\d+)\.gif$/.exec(request.params.file)?.[1] ?? '');
      const ad =
        adId === null
          ? undefined
          : (collector.tracking().ads.get(adId) ?? (await collector.lookUp('ads', adId)));
      if (ad === undefined || !ad.alive) return refuse(parts, 'unknown_ad', request, reply);
      const client = clientOf(collector, ad.product, request);
      const draft = runSteps(IMPRESSION_STEPS, {
        inService: ad.product.inService,
        method: request.method,
        purpose: purposeOf(request),
        agent: client.agent,
        bot: 0,
      });
      if (typeof draft === 'string') note(parts, draft, request);
      else {
        // Browsers do not send this server's cookie from a third-party page, so the visitor is unknown (0);
        // setting a cookie would be refused there too.
        const known = readCookie(request.headers.cookie, visitorCookie(ad.product.companyId));
        const id = parts.nextId();
        const visitorId = known !== null && isVisitor(known) ? known : '0';
        await collector.accept([
          {
            table: 'impression',
            id,
            row: {
              ...common(ad.product.id, visitorId, parts.now(), client, draft.bot),
              impression_id: id.toString(),
              ad_id: ad.id,
            },
          },
        ]);
      }
      return reply
        .header('content-type', 'image/gif')
        .header('cache-control', 'no-store')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(GIF);
    },
  );
};
