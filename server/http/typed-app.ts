import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

/** An app whose handlers receive the types of their routes' TypeBox schemas. */
export type TypedApp = Parameters<FastifyPluginAsyncTypebox>[0];
