import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

/** An app whose handlers receive what the TypeBox schemas of their routes describe. */
export type TypedApp = Parameters<FastifyPluginAsyncTypebox>[0];
