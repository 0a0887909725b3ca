import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { API } from '../http/openapi.ts';
import type { Parts } from '../parts.ts';
import { serveInteractionFiles } from './downloads.ts';
import { readInteractions } from './interactions.ts';
import { Interaction, InteractionPage, InteractionQuery } from './schemas.ts';

/** The logs: what happened, row by row, paged by key so that the ten-thousandth page comes as fast as the first. */
export const logRoutes: FastifyPluginAsyncTypebox<{ parts: Parts }> = async (app, { parts }) => {
  for (const { schema } of [Interaction, InteractionPage]) app.addSchema(schema);

  app.get(`${API}/logs/interactions/`, {
    config: { access: { permission: ['interaction_log', 'read'] } },
    schema: { operationId: 'interactions', tags: ['logs'], summary: 'The reference log: contacts, newest first', querystring: InteractionQuery, response: { 200: InteractionPage.ref } },
  }, ({ viewer, query }) => readInteractions(parts, viewer, query));  serveInteractionFiles(app, parts);
};
