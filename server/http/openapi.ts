import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { Type } from '@fastify/type-provider-typebox';
import { declarePublic, keyScopesFor, type Access } from './access.ts';
import { failures } from './failures.ts';
import { KEY_REQUESTS_PER_MINUTE } from './rates.ts';
import { component } from './schemas.ts';
import { shareParameters } from './shared.ts';

export const API = '/api/v1';

/** An OpenAPI document or a part of one. */
export type Contract = Readonly<Record<string, unknown>>;

const FailureAnswer = component(
  'Failure',
  Type.Object(
    {
      code: Type.String({ description: `Code of the failure: ${Object.keys(failures).join(', ')}` }),
      _message: Type.Array(Type.String(), { description: 'Error message in English' }),
      values: Type.Optional(
        Type.Record(Type.String(), Type.Unsafe<string | number>({}), {
          description: 'Values that the message contains',
        }),
      ),
      fields: Type.Optional(
        Type.Record(Type.String(), Type.Array(Type.String()), {
          description: 'Codes of the faults, by field',
        }),
      ),
      limits: Type.Optional(
        Type.Record(Type.String(), Type.Record(Type.String(), Type.Unsafe<string | number>({})), {
          description: 'Values of the faults, by field',
        }),
      ),
    },
    {
      additionalProperties: true,
      description:
        'Answer of a failed request; the messages of field faults are also top-level properties, by field',
    },
  ),
);

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Access token of a signed-in person, from auth/signin/; valid for 15 minutes',
  },
  api_key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'tp_…',
    description: `Secret of an API key, which an administrator creates in the console: "Authorization: Bearer tp_…". An operation that accepts keys states in x-api-key-scopes which scopes it needs; one of them is enough. A key may send ${KEY_REQUESTS_PER_MINUTE} requests per minute; every answer states the limit, the requests left and the seconds until it is renewed in X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset. Further requests are answered with 429 and Retry-After.`,
  },
} as const;

/** Who may call an operation: its security schemes, and the scopes of API keys, of which one is enough. */
const callersOf = (access: Access | undefined, method: string): object => {
  if (access === undefined || access === 'public') return { security: [] };
  const scopes = keyScopesFor(access, method);
  if (scopes === null) return { security: [{ bearer: [] }] };
  return {
    security: [{ bearer: [] }, { api_key: [] }],
    'x-api-key-scopes': scopes.map(([scope, level]) => `${scope}: ${level}`),
  };
};

/** Collects the contract from the routes that are added later. Must be called before the first route. */
export const collectContract = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.0.3',
      info: {
        title: 'Touchpath',
        version: '1',
        description:
          'Ad measurement and its settings. Programs send an API key as a bearer token. Persons sign in at auth/signin/, and send the access token as a bearer token. Times are in UTC, days and periods are in Tokyo time, amounts of money are in yen.',
      },
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `def-${index}`,
    },
    transform: ({ schema, url, route }) => {
      // Only the API is in the contract, not the collector, the gateway, the console or the documentation.
      if (!url.startsWith(`${API}/`) || schema?.operationId === undefined)
        return { schema: { ...schema, hide: true }, url };
      return {
        url,
        schema: {
          ...schema,
          ...callersOf(route.config?.access, String(route.method)),
          response: {
            ...(schema.response as object),
            default: { ...FailureAnswer.ref, description: 'Reason of the failure' },
          },
        },
      };
    },
    transformObject: document =>
      'openapiObject' in document ? tidy(document.openapiObject) : document.swaggerObject,
  });
  app.addSchema(FailureAnswer.schema);
};

interface Parameter {
  readonly in: string;
  readonly schema: { readonly type?: string };
  style?: unknown;
  explode?: unknown;
}
type Operations = Readonly<Record<string, { readonly parameters?: Parameter[] }>>;

const sortedByName = <Value>(
  entries: readonly (readonly [name: string, value: Value])[],
): Readonly<Record<string, Value>> => Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Removes redundant output of the generator: `$id` and `title` of components, which OpenAPI 3.0 does not define, and
 * list styles of parameters that are no lists. Paths and components are sorted, so that the order of registration has
 * no effect.
 */
const tidy = (document: object): object => {
  const { components, paths, ...rest } = document as {
    components?: { schemas?: Record<string, object> };
    paths?: Record<string, Operations>;
  };
  const schemas = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) =>
      [
        name,
        Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$id' && key !== 'title')),
      ] as const,
  );
  for (const parameter of Object.values(paths ?? {})
    .flatMap(path => Object.values(path))
    .flatMap(({ parameters = [] }) => parameters)) {
    if (parameter.schema.type !== 'array') {
      delete parameter.style;
      delete parameter.explode;
    }
  }
  return {
    ...rest,
    paths: sortedByName(Object.entries(paths ?? {})),
    components: { ...components, schemas: sortedByName(schemas) },
  };
};

/**
 * Content security policy of the documentation page: its own files only. The package's policy also allows foreign
 * styles, fonts and frames, and upgrades requests to https, which leaves the page empty when served over http.
 */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Serves the contract as `openapi.json` and as a documentation page. */
export const serveContract = async (app: FastifyInstance): Promise<void> => {
  app.get(
    `${API}/openapi.json`,
    { config: { access: 'public' }, schema: { hide: true } },
    (_request, reply) => {
      void reply.header('cache-control', 'no-cache');
      return publishedContractOf(app);
    },
  );
  await app.register(async scope => {
    declarePublic(scope);
    scope.addHook('onRequest', (_request, reply, next) => {
      void reply.headers({ 'referrer-policy': 'same-origin', 'cache-control': 'no-cache' });
      next();
    });
    await scope.register(swaggerUi, {
      routePrefix: `${API}/docs`,
      staticCSP: DOCS_POLICY,
      theme: { title: 'Touchpath API' },
      // The validator badge would send this server's address to a third party.
      uiConfig: {
        docExpansion: 'none',
        persistAuthorization: false,
        showExtensions: true,
        validatorUrl: null,
      },
    });
  });
};

/** The contract as served and committed, with shared parameters. */
export const publishedContractOf = (app: FastifyInstance): Contract => shareParameters(contractOf(app));

/** The contract of an app that is ready, each operation with its own parameters. */
export const contractOf = (app: FastifyInstance): Contract => app.swagger() as unknown as Contract;
