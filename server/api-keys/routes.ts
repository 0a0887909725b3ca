import type { FastifyPluginAsyncTypebox, Static } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { sha256 } from '../accounts/tokens.ts';
import type { Dependencies } from '../dependencies.ts';
import { newApiKeySecret, shownPrefixOf } from '../http/api-key.ts';
import { Failure } from '../http/failures.ts';
import { creationOf, creationQuery } from '../http/idempotency.ts';
import { API } from '../http/openapi.ts';
import { spanOf } from '../http/spans.ts';
import { Closed, Id } from '../http/schemas.ts';
import type { TypedApp } from '../http/typed-app.ts';
import type { Viewers } from '../http/visibility.ts';
import { HOUR } from '../platform/time.ts';
import { serveEntity, type ServedEntity } from '../records/crud.ts';
import type { Entity } from '../records/entity.ts';
import { authorOf } from '../records/writes.ts';
import {
  insertApiKey,
  revokeApiKey,
  rotateApiKey,
  type ApiKeyValues,
  type KeyAuthor,
  type NewSecret,
} from '../store/postgres/accounts/api-keys.ts';
import { apiKeys } from './api-keys.ts';
import { ApiKeyForm, ApiKeyRotation, ApiKeyScopeMap, ApiKeySecret } from './schemas.ts';

const ACCOUNTS = { access: { write: 'accounts' } } as const;
const tags = ['api_keys'];
const params = Closed({ id: Id() });

interface KeyRouteParts {
  readonly parts: Dependencies;
  readonly viewers: Viewers;
}

const makeSecret = (): { readonly secret: string; readonly stored: NewSecret } => {
  const secret = newApiKeySecret();
  return { secret, stored: { hash: sha256(secret), prefix: shownPrefixOf(secret) } };
};

/** Checks a form. @param now milliseconds since 1970 @throws {Failure} `invalid` */
const valuesOf = (
  { name: typed, scopes, products = null, last_day: lastDay = null }: Static<(typeof ApiKeyForm)['schema']>,
  now: number,
): ApiKeyValues => {
  const name = typed.trim();
  const lastSpan = lastDay === null ? null : spanOf(lastDay);
  const expiresAt = lastSpan === null ? null : new Date(lastSpan.until);
  if (name === '') throw new Failure('invalid', { fields: { name: ['required'] } });
  if (Object.values(scopes).every(level => level === 'none'))
    throw new Failure('invalid', { fields: { scopes: ['choose_one'] } });
  // Company, users and agencies belong to no product.
  if (products !== null && (scopes.administration !== 'none' || scopes.provisioning !== 'none'))
    throw new Failure('invalid', { fields: { products: ['whole_company'] } });
  if (expiresAt !== null && expiresAt.getTime() <= now)
    throw new Failure('invalid', { fields: { last_day: ['past'] } });
  return { name, scopes, products, expiresAt };
};

const keyAuthorOf = (
  request: Pick<FastifyRequest, 'viewer' | 'ip' | 'headers'>,
  parts: Pick<Dependencies, 'clock'>,
): KeyAuthor => ({ ...authorOf(request, parts), userId: request.viewer.userId });

/** Registers the route that makes a key. */
const serveCreation = (app: TypedApp, { parts, viewers }: KeyRouteParts): void => {
  app.post(
    `${API}/api_keys/`,
    {
      config: ACCOUNTS,
      schema: {
        operationId: 'createApiKey',
        tags,
        summary: 'Create an API key; the answer alone contains its secret',
        querystring: creationQuery,
        body: ApiKeyForm.ref,
        response: { 201: ApiKeySecret.ref },
      },
    },
    async (request, reply) => {
      const author = keyAuthorOf(request, parts);
      const { secret, stored } = makeSecret();
      const id = await insertApiKey(parts.db, author, valuesOf(request.body, author.at.getTime()), {
        secret: stored,
        creation: creationOf(request.query, 'apiKeys', request.body),
      });
      viewers.forget(author.companyId);
      return reply.code(201).send({ id, secret, previous_secret_until: null });
    },
  );
};

/** Registers the routes that rotate and revoke a key. */
const serveChanges = (
  app: TypedApp,
  { parts, viewers }: KeyRouteParts,
  { row, find }: ServedEntity,
): void => {
  app.post(
    `${API}/api_keys/:id/rotate/`,
    {
      config: ACCOUNTS,
      schema: {
        operationId: 'rotateApiKey',
        tags,
        summary: 'Give an API key a new secret; the present one remains valid for the stated time',
        params,
        body: ApiKeyRotation.ref,
        response: { 200: ApiKeySecret.ref },
      },
    },
    async request => {
      const author = keyAuthorOf(request, parts);
      const { id } = request.params;
      const { secret, stored } = makeSecret();
      const until = new Date(author.at.getTime() + request.body.overlap_hours * HOUR);
      await rotateApiKey(parts.db, author, id, { secret: stored, until });
      viewers.forget(author.companyId);
      return { id, secret, previous_secret_until: until > author.at ? until.toISOString() : null };
    },
  );

  app.post(
    `${API}/api_keys/:id/revoke/`,
    {
      config: ACCOUNTS,
      schema: {
        operationId: 'revokeApiKey',
        tags,
        summary: 'Revoke an API key for ever; its secrets are refused from the next request',
        params,
        response: { 200: row },
      },
    },
    async request => {
      const author = keyAuthorOf(request, parts);
      await revokeApiKey(parts.db, author, request.params.id);
      viewers.forget(author.companyId);
      return find(request.viewer, request.params.id);
    },
  );
};

/** Routes of API keys, for administrators. No key makes or changes keys. */
export const apiKeyRoutes: FastifyPluginAsyncTypebox<KeyRouteParts> = async (app, options) => {
  for (const { schema } of [ApiKeyScopeMap, ApiKeyForm, ApiKeyRotation, ApiKeySecret]) app.addSchema(schema);
  const served = serveEntity(app, options.parts, apiKeys as Entity);
  serveCreation(app, options);
  serveChanges(app, options, served);
};
