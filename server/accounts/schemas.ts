import { Type } from '@fastify/type-provider-typebox';
import { Closed, component, Id, Nullable, Time, words } from '../http/schemas.ts';
import { PERMISSION_KEYS, PERMISSION_LEVELS } from './visibility.ts';
import type { PermissionKey } from '../store/postgres/schema.ts';

export const PermissionLevelWord = words('PermissionLevel', PERMISSION_LEVELS, 'none: hidden; read: shown and downloaded; write: changed too');

export const SignInForm = Closed({
  company_id: Type.String({ minLength: 1, maxLength: 100, description: 'The company\'s code' }),
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 256 }),
  auto_login: Type.Optional(Type.Boolean({ description: 'Where the console keeps the tokens: beyond the browser\'s session or not. The server treats both alike' })),
});

export const RefreshForm = Closed({ refresh: Type.String({ minLength: 1, maxLength: 200 }) });

export const Tokens = component('Tokens', Type.Object({
  access: Type.String({ description: 'Bearer for every other call' }),
  refresh: Type.String({ description: 'Good for one refresh; using it twice ends the session' }),
  lifetime: Type.Integer({ description: 'Milliseconds until `access` expires' }),
}));

export const SignedOut = component('SignedOut', Type.Object({ ended: Type.Boolean({ description: 'Always true: the session is over' }) }));

export const Me = component('Me', Type.Object({
  id: Id(),
  name: Type.String(),
  email: Type.String(),
  role_name: Type.String(),
  role_code: Type.String(),
  company_id: Id('Number of the company; not the code of the sign-in form'),
  company_name: Type.String(),
  agency: Nullable(Type.Object({ id: Id(), name: Type.String() }, { description: 'Of agency users' })),
  last_login: Nullable(Time('When he last signed in')),
}));

const permissions = Object.fromEntries(PERMISSION_KEYS.map(key => [key, PermissionLevelWord.ref])) as Record<PermissionKey, typeof PermissionLevelWord.ref>;
export const PermissionMap = component('PermissionMap', Type.Object(permissions));

export const MyPermissions = component('MyPermissions', Type.Object({
  role_name: Type.String(),
  role_code: Type.String(),
  permissions: PermissionMap.ref,
}));
