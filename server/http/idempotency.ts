import { createHash } from 'node:crypto';
import { Type } from '@fastify/type-provider-typebox';
import { Closed } from './schemas.ts';

/** A form that makes a row: the key of its asker, and the digest of what it says. */
export interface Creation {
  readonly key: string;
  readonly digest: string;
}

/** What the address of a form that makes a row may say. */
export const creationQuery = Closed({
  idempotency_key: Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 64,
      pattern: '^[A-Za-z0-9_-]+$',
      description:
        'Of this form, for a day: sent again, since its answer was lost, it answers the row that there is and makes none',
    }),
  ),
});

/**
 * The form that a request brings; null where it has no key.
 *
 * @param said what tells it from another form; a password is not to be in it, as the digest is a quick one
 */
export const creationOf = (query: unknown, entity: string, body: object): Creation | null => {
  const { idempotency_key: key } = query as { readonly idempotency_key?: string };
  return key === undefined
    ? null
    : {
        key,
        digest: createHash('sha256')
          .update(JSON.stringify([entity, body]))
          .digest('base64'),
      };
};
