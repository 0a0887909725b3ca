import { Type } from '@fastify/type-provider-typebox';
import { API_KEY_SCOPES } from '../http/visibility.ts';
import { Id, Nullable } from '../http/schemas.ts';
import {
  entity,
  lifecycleFields,
  number,
  shown,
  text,
  textOrNone,
  timeOrNone,
  word,
} from '../records/entity.ts';
import { ApiKeyScopeMap } from './schemas.ts';

export const API_KEY_STATES = ['active', 'expired', 'revoked', 'suspended'] as const;

/** Entity of API keys. Their writes are in `routes.ts`, not in the generic routes. */
export const apiKeys = entity({
  name: 'apiKeys',
  one: 'apiKey',
  path: 'api_keys',
  component: 'ApiKey',
  label: 'name',
  description: 'API keys, with which programs call this API. For administrators.',
  searched: ['name', 'prefix', 'user_name', 'api_key_id'],
  readers: 'accounts',
  fields: {
    api_key_id: number('ID of the key'),
    name: text('Name of the key'),
    prefix: text('First characters of the secret'),
    scopes: {
      ...shown(ApiKeyScopeMap.ref),
      file: { parts: API_KEY_SCOPES, heading: 'column.apiKeys', words: 'level' },
    },
    products: shown(
      Nullable(Type.Array(Id(), { description: 'Products whose data the key may use; null: every product' })),
    ),
    state: word(
      'Whether the key can be used; suspended: the user to whom the secret was shown is deleted or no longer an administrator',
      API_KEY_STATES,
    ),
    expires_at: timeOrNone('Time at which the key expires; null: never'),
    previous_secret_until: timeOrNone('Time until which a previous secret can be used; null: none'),
    last_used_at: timeOrNone('Time of the last use, exact to a minute; null: never used'),
    last_used_address: textOrNone('IP address of the last use; null: never used'),
    user_id: number('User to whom the secret was shown: who made or last rotated the key'),
    user_name: text('Name of the user'),
    ...lifecycleFields,
  },
});
