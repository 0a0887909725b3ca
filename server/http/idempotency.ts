import { createHash } from 'node:crypto';
import { Type } from '@fastify/type-provider-typebox';
import { Closed } from './schemas.ts';

/** A form that creates a row once: the idempotency key and the digest of the form. */
export interface Creation {
  readonly key: string;
  readonly digest: string;
}

/** Query parameters of a form that creates a row. */
export const creationQuery = Closed({
  idempotency_key: Type.Optional(
    Type.String({
      minLength: 8,
      maxLength: 64,
      pattern: '^[A-Za-z0-9_-]+$',
      description:
        'Idempotency key, valid for one day: a repeated request with the same key returns the created row and creates no other',
    }),
  ),
});

/**
 * Reads the idempotency key of a request; null: none.
 *
 * @param body content that distinguishes the form from others; must not contain a password, because the digest is
 *   fast
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
