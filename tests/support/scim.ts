import type { FastifyInstance } from 'fastify';
import { API_KEY_SCOPES } from '../../server/http/visibility.ts';

/** Requests of SCIM as an identity provider sends them. */

export interface ScimBody {
  readonly id?: string;
  readonly totalResults?: number;
  readonly itemsPerPage?: number;
  readonly startIndex?: number;
  readonly scimType?: string;
  readonly detail?: string;
  readonly status?: string;
  readonly Resources?: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];
  readonly [name: string]: unknown;
}

export interface ScimAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: ScimBody;
}

export const SCIM_TYPE = 'application/scim+json';

export type ScimMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export const createScimClient =
  (app: FastifyInstance, secretOf: () => string | null) =>
  async (
    method: ScimMethod,
    path: string,
    payload?: object | string,
    type = SCIM_TYPE,
  ): Promise<ScimAnswer> => {
    const secret = secretOf();
    const answer = await app.inject({
      method,
      url: `/scim/v2/${path}`,
      remoteAddress: '192.0.2.77',
      headers: {
        ...(secret !== null && { authorization: `Bearer ${secret}` }),
        'user-agent': 'Okta SCIM Client 1.0.0',
        // Okta states the type also where there is no body.
        'content-type': type,
        accept: SCIM_TYPE,
      },
      ...(payload !== undefined && {
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
    });
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: answer.body === '' ? {} : answer.json<ScimBody>(),
    };
  };
export type ScimClient = ReturnType<typeof createScimClient>;

export const provisioningScopes = (level: 'read' | 'write'): object => ({
  ...Object.fromEntries(API_KEY_SCOPES.map(scope => [scope, 'none'])),
  provisioning: level,
});

/** Makes an API key for provisioning. */
export const makeProvisioningKey = async (
  app: FastifyInstance,
  access: string,
  name: string,
  level: 'read' | 'write' = 'write',
): Promise<{ readonly id: number; readonly secret: string }> => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/api_keys/',
    headers: { authorization: `Bearer ${access}` },
    payload: { name, scopes: provisioningScopes(level) },
  });
  if (answer.statusCode !== 201) throw new Error(`no key was made: ${answer.body}`);
  return answer.json<{ id: number; secret: string }>();
};

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export const patchOf = (...Operations: readonly object[]): object => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});

/** A user as Okta sends it. */
export const oktaUser = (email: string, over: object = {}): object => ({
  schemas: [USER_SCHEMA],
  userName: email,
  name: { givenName: 'Hanako', familyName: 'Sato' },
  emails: [{ primary: true, value: email, type: 'work' }],
  displayName: 'Hanako Sato',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
  ...over,
});

/** A user as Entra ID sends it. */
export const entraUser = (email: string, over: object = {}): object => ({
  schemas: [USER_SCHEMA, ENTERPRISE_SCHEMA],
  externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
  userName: email,
  active: true,
  displayName: '佐藤 花子',
  emails: [{ primary: true, type: 'work', value: email }],
  meta: { resourceType: 'User' },
  name: { formatted: '花子 佐藤', familyName: '佐藤', givenName: '花子' },
  roles: [],
  [ENTERPRISE_SCHEMA]: { department: '広告' },
  ...over,
});
