import type { FastifyInstance } from 'fastify';
import {
  hasPermission,
  lacksSecondFactor,
  keyAllows,
  roleMayWrite,
  type ApiKeyScope,
  type CallingKey,
  type KeyArea,
  type PermissionKey,
  type Viewer,
  type WriteScope,
} from './visibility.ts';
import { Failure } from './failures.ts';

/**
 * Who may call a route. Every route declares it in its `config`; a missing declaration fails the start, so that no
 * route is public by omission.
 *
 * - `person`: any signed-in person. API keys are refused, because the route belongs to the person's own account
 * - `personOrKey`: any signed-in person, and keys with this scope
 * - `key`: keys with this scope, and no person
 * - `permission`: a user with at least this level; `anyPermission`: with one of the levels
 * - `write`: a role that may write in this scope, and keys with the scope `area` (absent: that of `write`). With
 *   `isSecret` the answer has a secret that permits what the scope does, so that keys need the level `write` to read it
 */
export type Access =
  | 'public'
  | 'person'
  | { readonly personOrKey: KeyArea }
  | { readonly key: KeyArea }
  | { readonly permission: Level }
  | { readonly anyPermission: readonly Level[] }
  | { readonly write: WriteScope; readonly area?: KeyArea | undefined; readonly isSecret?: true };

type Level = readonly [PermissionKey, 'read' | 'write'];
type KeyLevel = readonly [ApiKeyScope, 'read' | 'write'];

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Whether users may call the route who still have to set up a second factor. */
    beforeSecondFactor?: true;
  }
}

/**
 * The scopes of which a key needs one to call a route; null: the route refuses keys. A route with the method GET needs
 * the level `read`, unless its answer is a secret.
 */
export const keyScopesFor = (access: Access, method: string): readonly KeyLevel[] | null => {
  if (typeof access === 'string') return null;
  const isSecret = 'write' in access && access.isSecret === true;
  const level = (method === 'GET' || method === 'HEAD') && !isSecret ? 'read' : 'write';
  if ('personOrKey' in access) return [[access.personOrKey, level]];
  if ('key' in access) return [[access.key, level]];
  if ('permission' in access) return [access.permission];
  if ('anyPermission' in access) return access.anyPermission;
  if (access.write === 'accounts') return null;
  return [[access.area ?? access.write, level]];
};

/** @throws {Failure} `person_required`, `key_scope_missing` */
const requireKeyScope = (key: CallingKey, access: Access, method: string): void => {
  const scopes = keyScopesFor(access, method);
  if (scopes === null) throw new Failure('person_required');
  if (scopes.some(([scope, level]) => keyAllows(key, scope, level))) return;
  const [scope = '', level = ''] = scopes[0] ?? [];
  throw new Failure('key_scope_missing', { values: { scope, level } });
};

const roleAllows = (viewer: Viewer, access: Access): boolean => {
  if (typeof access === 'string' || 'personOrKey' in access) return true;
  if ('key' in access) return viewer.key !== undefined;
  if ('write' in access) return roleMayWrite(viewer, access.write);
  const levels = 'anyPermission' in access ? access.anyPermission : [access.permission];
  return levels.some(level => hasPermission(viewer, ...level));
};

/** @throws {Failure} `forbidden`; for API keys also `person_required`, `key_scope_missing` */
export const requireAccess = (viewer: Viewer, access: Access, method: string): void => {
  if (viewer.key !== undefined) requireKeyScope(viewer.key, access, method);
  if (!roleAllows(viewer, access)) throw new Failure('forbidden');
};

/**
 * Refuses users whose company requires a second factor that they have not set up, except on the routes of the set-up.
 *
 * @throws {Failure} `second_factor_required`
 */
export const requireSecondFactor = (
  viewer: Viewer,
  { beforeSecondFactor }: { readonly beforeSecondFactor?: true },
): void => {
  if (lacksSecondFactor(viewer) && beforeSecondFactor !== true) throw new Failure('second_factor_required');
};

/** Fails the start if a route of `app` does not declare its access. Must be called before the first route. */
export const requireDeclaredAccess = (app: FastifyInstance): void => {
  const routes: {
    readonly url: string;
    readonly method: string | string[];
    readonly config?: { access?: Access };
  }[] = [];
  app.addHook('onRoute', route => {
    routes.push(route);
  });
  app.addHook('onReady', done => {
    const silent = routes
      .filter(route => route.config?.access === undefined)
      .map(route => `${String(route.method)} ${route.url}`);
    done(
      silent.length === 0
        ? undefined
        : new Error(`These routes do not declare config.access: ${silent.join(', ')}`),
    );
  });
};

/**
 * Declares the routes that are later added to `scope` as public: for plugins with their own routes (static files,
 * documentation).
 */
export const declarePublic = (scope: FastifyInstance): void => {
  scope.addHook('onRoute', route => {
    route.config = { ...route.config, access: 'public' };
  });
};
