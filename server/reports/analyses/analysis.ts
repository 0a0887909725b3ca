import type { Static, TObject, TSchema } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { serveFiles } from '../../downloads/serve.ts';
import { sourceOf, type FileOf } from '../../downloads/source.ts';
import type { Dependencies, ProductDependencies } from '../../dependencies.ts';
import { whileConnected } from '../../http/abort-on-disconnect.ts';
import { API } from '../../http/openapi.ts';
import type { Viewer } from '../../http/visibility.ts';
import { ofProduct } from '../../slices/slices.ts';
import type { ReportOptions } from '../parse/query.ts';

type Component = { readonly schema: TSchema };

interface Definition<Query extends TObject, Answer extends TSchema> {
  /** Its address below `/analyses/`. */
  readonly path: string;
  readonly summary: string;
  readonly query: Query;
  readonly answer: { readonly ref: Answer };
  /** The components of the contract that its answer refers to, itself included. */
  readonly components: readonly Component[];
  readonly compute: (
    parts: ProductDependencies,
    viewer: Viewer,
    query: Static<Query>,
    options: Pick<ReportOptions, 'signal'>,
  ) => Promise<Static<Answer>>;
  /** Its files. Their name is that of the operation. */
  readonly file: FileOf<Dependencies>;
}

/** An analysis as the routes and the scheduled reports know it. */
export interface Analysis {
  readonly components: readonly Component[];
  readonly file: FileOf<Dependencies>;
  /** Adds the route of its answer to `app`. */
  readonly serveAnswer: (app: FastifyInstance, parts: Dependencies) => void;
  /** Adds the routes of its files to `app`. */
  readonly serveFiles: (app: FastifyInstance, parts: Dependencies) => void;
}

/** An analysis of the contract: one operation, which answers a query, and its files. */
export const defineAnalysis = <Query extends TObject, Answer extends TSchema>({
  path,
  summary,
  query: querystring,
  answer,
  components,
  compute,
  file,
}: Definition<Query, Answer>): Analysis => ({
  components,
  file,
  serveAnswer: (app, parts) => {
    const schema: FastifySchema = {
      operationId: file.name,
      tags: [file.tag],
      summary,
      querystring,
      response: { 200: answer.ref },
    };
    app.get(
      `${API}/analyses/${path}/`,
      { config: { access: file.access }, schema },
      // The schema of the route has checked the query.
      async ({ viewer, query }, reply) => {
        const { product_id: productId } = query as { readonly product_id: number };
        const signal = whileConnected(reply);
        return compute(await ofProduct(parts, productId), viewer, query as Static<Query>, { signal });
      },
    );
  },
  serveFiles: (app, parts) => serveFiles(app, parts, sourceOf(parts, file)),
});
