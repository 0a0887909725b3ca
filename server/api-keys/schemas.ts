import { Type } from '@fastify/type-provider-typebox';
import {
  API_KEY_SCOPES,
  PERMISSION_LEVELS,
  type ApiKeyScope,
  type PermissionLevel,
} from '../http/visibility.ts';
import { Closed, component, Day, Id, Nullable, Time } from '../http/schemas.ts';
import { LENGTHS } from '../records/writing.ts';

/** Longest overlap of a rotation in hours: 30 days. */
export const MAX_OVERLAP_HOURS = 720;
const MAX_PRODUCTS = 1000;

const level = Type.Unsafe<PermissionLevel>({ type: 'string', enum: [...PERMISSION_LEVELS] });

/** What a key may do, by permission. */
export const ApiKeyScopeMap = component(
  'ApiKeyScopeMap',
  Closed(
    Object.fromEntries(API_KEY_SCOPES.map(scope => [scope, level])) as Record<ApiKeyScope, typeof level>,
    {
      description:
        'Levels of a key: the six permissions of roles; reports: analyses, report deliveries and notes on days; settings: products and their settings; administration: company, agencies and, to be read only, users, invitations and roles; provisioning: users and groups by SCIM',
    },
  ),
);

export const ApiKeyForm = component(
  'ApiKeyForm',
  Closed({
    name: Type.String({
      minLength: 1,
      maxLength: LENGTHS.name,
      description: 'Name of the key; unique among the keys that are not revoked',
    }),
    scopes: ApiKeyScopeMap.ref,
    products: Type.Optional(
      Nullable(
        Type.Array(Id(), {
          minItems: 1,
          maxItems: MAX_PRODUCTS,
          uniqueItems: true,
          description: 'Products whose data the key may use; null (default): every product, also future ones',
        }),
      ),
    ),
    last_day: Type.Optional(
      Nullable(Day('Last day in Tokyo time on which the key can be used; null (default): no end')),
    ),
  }),
);

export const ApiKeyRotation = component(
  'ApiKeyRotation',
  Closed({
    overlap_hours: Type.Integer({
      minimum: 0,
      maximum: MAX_OVERLAP_HOURS,
      description: 'Hours for which the present secret can still be used; 0: it ends at once',
    }),
  }),
);

export const ApiKeySecret = component(
  'ApiKeySecret',
  Type.Object({
    id: Id('ID of the key'),
    secret: Type.String({
      description: 'The secret, which is shown only here; to be sent as a bearer token',
    }),
    previous_secret_until: Nullable(
      Time('Time until which the previous secret can be used; null: no previous secret'),
    ),
  }),
);
