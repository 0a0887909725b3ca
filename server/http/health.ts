import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Parts } from '../parts.ts';
import { pingDatabase } from '../store/postgres/accounts.ts';
import { Failure } from './failures.ts';

/** `GET /health`: whether the program lives and reaches its stores. For supervisors and balancers, so it needs no token and tells no detail. */
export const healthRoute: FastifyPluginAsyncTypebox<{ parts: Parts }> = async (app, { parts }) => {
  app.get('/health', { config: { access: 'public' } }, async () => {
    const [relational, columnar] = await Promise.allSettled([pingDatabase(parts.db), parts.columnar.ping()]);
    const causes = [
      ...(relational.status === 'rejected' ? [relational.reason] : []),
      ...(columnar.status === 'rejected' ? [columnar.reason] : columnar.value.success ? [] : [columnar.value.error]),
    ];
    if (causes.length > 0) throw new Failure('unavailable', { cause: new AggregateError(causes, 'a store does not answer') });
    return { status: 'ok' };
  });
};
