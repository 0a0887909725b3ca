import type { FastifyInstance } from 'fastify';
import { idOf, refuse, type RouteParts } from './answers.ts';

/** `GET /t/{product}.js`: the product's tag. */
export const tagRoute = (app: FastifyInstance, parts: RouteParts): void => {
  app.get<{ Params: { file: string } }>('/t/:file', { config: { access: 'public' } }, async (request, reply) => {
    const id = idOf(/^(\d+)\.js$/.exec(request.params.file)?.[1] ?? '');
    const product = id === null ? undefined : parts.collector.tracking().products.get(id);
    if (product === undefined) return refuse(parts, 'unknown_product', request, reply);
    const { body, etag } = parts.collector.tags.of(product);
    // Any site may load it, also one that isolates itself (Cross-Origin-Embedder-Policy).
    reply.header('etag', etag).header('cache-control', 'public, max-age=3600').header('cross-origin-resource-policy', 'cross-origin')
      .header('x-content-type-options', 'nosniff');
    const seen = request.headers['if-none-match']?.split(',').map(one => one.trim().replace(/^W\//, ''));
    if (seen?.includes(etag) || seen?.includes('*')) return reply.code(304).send();
    return reply.header('content-type', 'text/javascript; charset=utf-8').send(body);
  });
};
