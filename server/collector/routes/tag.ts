import type { FastifyInstance } from 'fastify';
import { idOf, refuse, SCRIPT_TYPE, type RouteParts } from './answers.ts';

/**
 * `GET /t/{product}.js`: the product's tag; `GET /t/cv.js`, `GET /t/consent2.js` and `GET /t/link.js`: scripts that it loads.
 */
export const tagRoute = (app: FastifyInstance, parts: RouteParts): void => {
  app.get<{ Params: { file: string } }>(
    '/t/:file',
    { config: { access: 'public' } },
    async (request, reply) => {
      // Any site may load it, including one with Cross-Origin-Embedder-Policy.
      reply.header('content-type', SCRIPT_TYPE).header('cross-origin-resource-policy', 'cross-origin');
      const { tags, tracking, lookUp } = parts.collector;
      const { file } = request.params;
      const id = idOf(/^(\d+)\.js$/.exec(file)?.[1] ?? '');
      const product =
        id === null ? undefined : (tracking().products.get(id) ?? (await lookUp('products', id)));
      const tag = tags.loaded.get(file) ?? (product && tags.of(product));
      if (tag === undefined) return refuse(parts, 'unknown_product', request, reply);
      const { body, etag } = tag;
      reply.header('etag', etag).header('cache-control', 'public, max-age=3600');
      const seen = request.headers['if-none-match']?.split(',').map(one => one.trim().replace(/^W\//, ''));
      if (seen?.includes(etag) || seen?.includes('*'))
        return reply.code(304).removeHeader('content-type').send();
      return reply.send(body);
    },
  );
};
