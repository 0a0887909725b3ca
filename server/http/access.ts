import type { FastifyInstance } from 'fastify';
import {
  hasPermission,
  lacksSecondFactor,
  mayWrite,
  type Viewer,
  type WriteScope,
  type PermissionKey,
} from './visibility.ts';
import { Failure } from './failures.ts';

/**
 * Who may call a route. Every route declares it in its `config`; a missing declaration fails the start, so that no
 * route is public by omission. `signed-in`: any signed-in user; `permission`: a user with at least this level;
 * `anyPermission`: with one of the levels; `write`: with a role that may write in this scope.
 */
export type Access =
  | 'public'
  | 'signed-in'
  | { readonly permission: Level }
  | { readonly anyPermission: readonly Level[] }
  | { readonly write: WriteScope };

type Level = readonly [PermissionKey, 'read' | 'write'];

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Whether users may call the route who still have to set up a second factor. */
    beforeSecondFactor?: true;
  }
}

/** @throws {Failure} `forbidden` */
export const requireAccess = (viewer: Viewer, access: Access): void => {
  if (typeof access === 'string') return;
  const allowed =
    'write' in access
      ? mayWrite(viewer, access.write)
      : ('anyPermission' in access ? access.anyPermission : [access.permission]).some(level =>
          hasPermission(viewer, ...level),
        );
  if (!allowed) throw new Failure('forbidden');
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
