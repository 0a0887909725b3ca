import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { mayWrite, type Viewer } from '../http/visibility.ts';
import { authorOf } from '../records/writes.ts';
import type { Access } from '../http/access.ts';
import { Failure } from '../http/failures.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { TypedApp } from '../http/typed-app.ts';
import type { Dependencies } from '../dependencies.ts';
import * as requests from './recompute-requests.ts';
import * as schemas from './recompute-schemas.ts';

const DECIDES: Access = { permission: ['cv_approval', 'write'] };
const PATH = `${API}/recomputations`;
const params = Closed({ id: Id() });

/**
 * Requires write permission on settings: results follow from the settings, so recomputing has the same effect.
 *
 * @throws {Failure} `forbidden`
 */
const requireSettings = (viewer: Viewer): void => {
  if (!mayWrite(viewer, 'settings')) throw new Failure('forbidden');
};

const config = { access: DECIDES };
const tags = ['results'];
const response = { 200: schemas.Recomputation.ref };
const COMPONENTS = [
  schemas.RecomputationState,
  schemas.RecomputationChanges,
  schemas.Recomputation,
  schemas.CurrentRecomputation,
  schemas.RecomputationForm,
  schemas.RecomputationPlan,
];

/** Registers the routes that plan and read recomputations. @param started called after a plan was requested */
const servePlans = (app: TypedApp, parts: Dependencies, started: () => void): void => {
  app.post(
    `${PATH}/`,
    {
      config,
      schema: {
        operationId: 'planRecomputation',
        tags,
        summary: 'Plan a recomputation of results by the current settings; nothing is changed',
        body: schemas.RecomputationForm.ref,
        response,
      },
    },
    async request => {
      const plan = await requests.planRecomputation(
        parts,
        request.viewer,
        authorOf(request, parts),
        request.body,
      );
      started();
      return plan;
    },
  );
  app.get(
    `${PATH}/current/`,
    {
      config,
      schema: {
        operationId: 'currentRecomputation',
        tags,
        summary: 'The current recomputation of a product',
        querystring: Closed({ product_id: Id('ID of the product') }),
        response: { 200: schemas.CurrentRecomputation.ref },
      },
    },
    ({ viewer, query }) => requests.readCurrentRecomputation(parts, viewer, query.product_id),
  );
  app.get(
    `${PATH}/:id/`,
    {
      config,
      schema: {
        operationId: 'recomputation',
        tags,
        summary: 'Progress of a recomputation',
        params,
        response,
      },
    },
    ({ viewer, params: { id } }) => requests.readRecomputation(parts, viewer, id),
  );
};

/**
 * Registers the routes that apply a plan and cancel a recomputation. @param started called after a plan was accepted
 */
const serveApplication = (app: TypedApp, parts: Dependencies, started: () => void): void => {
  app.post(
    `${PATH}/:id/apply/`,
    {
      config,
      schema: {
        operationId: 'applyRecomputation',
        tags,
        summary: 'Apply the plan of a recomputation',
        params,
        body: schemas.RecomputationPlan.ref,
        response,
      },
    },
    async request => {
      const author = authorOf(request, parts);
      const {
        viewer,
        params: { id },
        body: { digest },
      } = request;
      const begun = await requests.applyPlan(parts, viewer, author, id, digest);
      started();
      return begun;
    },
  );
  app.post(
    `${PATH}/:id/cancel/`,
    {
      config,
      schema: {
        operationId: 'cancelRecomputation',
        tags,
        summary: 'Cancel a recomputation; applied changes remain',
        params,
        response,
      },
    },
    request =>
      requests.cancelRecomputation(parts, request.viewer, authorOf(request, parts), request.params.id),
  );
};

/**
 * Routes of recomputations.
 *
 * @param started called when the worker has a recomputation to plan or apply
 */
export const recomputeRoutes: FastifyPluginAsyncTypebox<{
  parts: Dependencies;
  started: () => void;
}> = async (app, { parts, started }) => {
  for (const { schema } of COMPONENTS) app.addSchema(schema);
  app.addHook('preHandler', async ({ viewer }) => requireSettings(viewer));
  servePlans(app, parts, started);
  serveApplication(app, parts, started);
};
