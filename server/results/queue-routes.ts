import { reachOf } from '../records/list.ts';
import { authorOf } from '../records/writes.ts';
import type { Access } from '../http/access.ts';
import { Failure } from '../http/failures.ts';
import { gathersFilters } from '../http/filters.ts';
import { API } from '../http/openapi.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { TypedApp } from '../http/typed-app.ts';
import { Newer } from '../event-logs/serve.ts';
import type { Dependencies } from '../dependencies.ts';
import { findEntity } from '../store/postgres/entities/entities.ts';
import { queueLog, readQueueAttempts } from './queue-log.ts';
import { pause, resendNotifications } from './queue.ts';
import {
  Attempts,
  NetworkPause,
  NewerQueueQuery,
  QueuePage,
  QueueQuery,
  ResendForm,
  Resent,
} from './queue-schemas.ts';

export const SEES_QUEUE: Access = { permission: ['result_queue', 'read'] };
const WRITES_QUEUE: Access = { permission: ['result_queue', 'write'] };
const params = Closed({ id: Id() });

/** Registers the routes of the result queue and of its attempts. */
export const serveQueue = (app: TypedApp, parts: Dependencies): void => {
  app.get(
    `${API}/logs/result_queue/`,
    {
      config: { access: SEES_QUEUE },
      schema: {
        operationId: 'resultQueue',
        tags: ['results'],
        summary: 'Notifications, newest first',
        querystring: QueueQuery,
        response: { 200: QueuePage.ref },
      },
      ...gathersFilters(QueueQuery.properties, queueLog.kinds),
    },
    ({ viewer, query }) => queueLog.page(parts, viewer, query),
  );

  app.get(
    `${API}/logs/result_queue/newer/`,
    {
      config: { access: SEES_QUEUE },
      schema: {
        operationId: 'newerResultQueue',
        tags: ['results'],
        summary: 'Count the rows with the same filters that are newer than a position',
        querystring: NewerQueueQuery,
        response: { 200: Newer.ref },
      },
      ...gathersFilters(NewerQueueQuery.properties, queueLog.kinds),
    },
    ({ viewer, query }) => queueLog.newer(parts, viewer, query),
  );

  app.get(
    `${API}/result_queue/:id/attempts/`,
    {
      config: { access: SEES_QUEUE },
      schema: {
        operationId: 'queueAttempts',
        tags: ['results'],
        summary: 'The attempts of a notification',
        params,
        response: { 200: Attempts.ref },
      },
    },
    ({ viewer, params: { id } }) => readQueueAttempts(parts, viewer, id),
  );
};

/** Registers the route that sends notifications again. @param queued called after notifications became due */
export const serveResending = (app: TypedApp, parts: Dependencies, queued: () => void): void => {
  app.post(
    `${API}/result_queue/resend/`,
    {
      config: { access: WRITES_QUEUE },
      schema: {
        operationId: 'resendNotifications',
        tags: ['results'],
        summary: 'Send notifications again',
        body: ResendForm.ref,
        response: { 200: Resent.ref },
      },
    },
    async request => {
      const resent = await resendNotifications(parts, request.viewer, authorOf(request, parts), request.body);
      if (resent > 0) queued();
      return { resent };
    },
  );
};

/** Registers the routes that pause and resume a network. @param queued called after a network was resumed */
export const serveNetworkPause = (app: TypedApp, parts: Dependencies, queued: () => void): void => {
  for (const [word, paused, summary] of [
    ['pause', true, 'Pause the notifications of an ad network; queued notifications wait'],
    ['resume', false, 'Resume the notifications of an ad network'],
  ] as const) {
    app.post(
      `${API}/asps/:id/${word}/`,
      {
        config: { access: WRITES_QUEUE },
        schema: {
          operationId: `${word}Network`,
          tags: ['results'],
          summary,
          params,
          response: { 200: NetworkPause.ref },
        },
      },
      async request => {
        const {
          viewer,
          params: { id },
        } = request;
        // A network belongs to the whole company: an agency must not stop notifications for others.
        if (viewer.base === 'agency') throw new Failure('forbidden');
        if ((await findEntity(parts.db, 'asps', reachOf(viewer), id, [])) === null)
          throw new Failure('not_found');
        const since = await pause(parts, authorOf(request, parts), id, paused);
        if (!paused) queued();
        return { asp_id: id, paused_at: since?.toISOString() ?? null };
      },
    );
  }
};
