import { Type, type FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Dependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import { API } from '../http/openapi.ts';
import { Closed, component, Id } from '../http/schemas.ts';
import { reachOf } from '../records/list.ts';
import { findEntity } from '../store/postgres/entities/entities.ts';
import { noticeKey } from './macros.ts';

const SignatureKey = component(
  'SignatureKey',
  Type.Object({
    signature_key: Type.String({
      description:
        'Key with which the network verifies {signature}: HMAC-SHA256 in hexadecimal over the id of the result, a dot and the status in the words of the network',
    }),
  }),
);

/** Route that shows the key of a network's signatures to those who set up its notifications. */
export const signatureKeyRoutes: FastifyPluginAsyncTypebox<{
  parts: Pick<Dependencies, 'db' | 'secrets'>;
}> = async (app, { parts: { db, secrets } }) => {
  app.addSchema(SignatureKey.schema);
  app.get(
    `${API}/asps/:id/signature_key/`,
    {
      config: { access: { write: 'settings', isSecret: true } },
      schema: {
        operationId: 'signatureKey',
        tags: ['asps'],
        summary: 'Read the key with which a network verifies the signatures of its notifications',
        params: Closed({ id: Id() }),
        response: { 200: SignatureKey.ref },
      },
    },
    async ({ viewer, params: { id } }) => {
      if ((await findEntity(db, 'asps', reachOf(viewer), id, [])) === null) throw new Failure('not_found');
      // The newest key, which other notifications will soon be signed with where it was added a moment ago.
      const [newest = secrets.notice.current()] = secrets.notice.accepted();
      return { signature_key: noticeKey(newest, id) };
    },
  );
};
