import { API } from '../http/openapi.ts';
import type { Access } from '../http/access.ts';
import type { TypedApp } from '../http/typed-app.ts';
import type { Viewer } from '../http/visibility.ts';
import type { Dependencies } from '../dependencies.ts';
import { decideMany, type Decider, type BulkDecision } from './decide.ts';
import { resultReachOf } from './log-parameters.ts';
import { DecideForm, Decided, TakeBackForm, TakenBack } from './decision-schemas.ts';
import { takeBackMany } from './take-back.ts';

const DECIDES: Access = { permission: ['cv_approval', 'write'] };
/** Body limit in bytes, enough for ten thousand decisions. */
const MAX_DECISIONS_BYTES = 1024 * 1024;

const deciderOf = (viewer: Viewer): Decider => ({
  ...resultReachOf(viewer),
  userId: viewer.userId,
  apiKeyId: viewer.key?.id ?? null,
});

/**
 * Registers the routes that decide over results and take decisions back.
 *
 * @param queued called after notifications were queued
 */
export const serveDecisions = (app: TypedApp, parts: Dependencies, queued: () => void): void => {
  app.post(
    `${API}/results/decide/`,
    {
      config: { access: DECIDES },
      bodyLimit: MAX_DECISIONS_BYTES,
      schema: {
        operationId: 'decideResults',
        tags: ['results'],
        summary: 'Approve or reject results; each result succeeds or fails separately',
        body: DecideForm.ref,
        response: { 200: Decided.ref },
      },
    },
    async ({ viewer, body }) => {
      const done = await decideMany(parts, deciderOf(viewer), body as BulkDecision);
      if (done.decided > 0) queued();
      return done;
    },
  );

  app.post(
    `${API}/results/take_back/`,
    {
      config: { access: DECIDES },
      bodyLimit: MAX_DECISIONS_BYTES,
      schema: {
        operationId: 'takeBackResults',
        tags: ['results'],
        summary:
          "Undo the user's own decisions before the ad networks are notified; each decision succeeds or fails separately",
        body: TakeBackForm.ref,
        response: { 200: TakenBack.ref },
      },
    },
    ({ viewer, body }) => takeBackMany(parts, deciderOf(viewer), body),
  );
};
