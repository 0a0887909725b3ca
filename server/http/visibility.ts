import type { Locale } from '../wording/words.ts';
import type { Client } from './client.ts';
import { Failure } from './failures.ts';

export type RoleBase = 'admin' | 'user' | 'agency';

/** Keys with a permission level of their own; the role's base decides all other permissions. */
export const PERMISSION_KEYS = [
  'access_log',
  'interaction_log',
  'cv_log',
  'result_notification_log',
  'result_queue',
  'cv_approval',
] as const;
export type PermissionKey = (typeof PERMISSION_KEYS)[number];
export const PERMISSION_LEVELS = ['none', 'read', 'write'] as const;
export type PermissionLevel = (typeof PERMISSION_LEVELS)[number];
export type Permissions = Readonly<Record<PermissionKey, PermissionLevel>>;

/**
 * What a key may be allowed besides the six permissions. `write` includes `read`. `provisioning`: users and groups of an
 * identity provider, by SCIM only.
 */
export const KEY_AREAS = ['reports', 'settings', 'administration', 'provisioning'] as const;
export type KeyArea = (typeof KEY_AREAS)[number];
/** Everything that the scopes of an API key state. */
export const API_KEY_SCOPES = [...PERMISSION_KEYS, ...KEY_AREAS] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];
export type ApiKeyScopes = Readonly<Record<ApiKeyScope, PermissionLevel>>;

/** The API key of a request. */
export interface CallingKey {
  readonly id: number;
  readonly scopes: ApiKeyScopes;
  /** Whether the key is limited to some products of the company. */
  readonly isLimitedToProducts: boolean;
}

/**
 * The user of a request and the user's visible data. Loaded with each request (cached for some seconds), so
 * that a revoked right ends soon although the token is still valid.
 */
export interface Viewer {
  /** For a key: the administrator to whom its secret was shown. */
  readonly userId: number;
  readonly companyId: number;
  readonly roleCode: string;
  /** The base of the role, which determines all rights beyond the six permissions. */
  readonly base: RoleBase;
  readonly permissions: Permissions;
  /** Absent: the viewer is no signed-in person, such as a scheduled report. */
  readonly secondFactor?: {
    /** Whether the company requires one of this user. */
    readonly isRequired: boolean;
    readonly isEnabled: boolean;
  };
  /** Agency of an agency user; null for users of the company itself. */
  readonly agencyId: number | null;
  /** Every product that the user may see, including deleted ones, whose history stays in reports. */
  readonly products: readonly number[];
  /** The visible ads by product, including deleted ones; null: all of them. */
  readonly ads: ReadonlyMap<number, readonly number[]> | null;
  /** The key of a program; absent: a person. */
  readonly key?: CallingKey;
  /** Language that the request names, of texts that the program gives; absent: they are answered as stored. */
  readonly locale?: Locale | undefined;
}

/** Who must have a second factor, by the number that a company stores. */
export const SECOND_FACTOR_POLICY = { nobody: 0, administrators: 1, everybody: 2 } as const;

/** Whether a company's policy requires a second factor of users with a base of roles. */
export const isSecondFactorRequired = (policy: number, base: RoleBase): boolean =>
  policy === SECOND_FACTOR_POLICY.everybody ||
  (policy === SECOND_FACTOR_POLICY.administrators && base === 'admin');

/** Whether a viewer still has to set up the second factor that the company requires. */
export const lacksSecondFactor = ({ secondFactor }: Viewer): boolean =>
  secondFactor?.isRequired === true && !secondFactor.isEnabled;

/** The user that a token identifies. */
export interface Viewers {
  /**
   * The viewer of a token's claims; null if the user, the role or the company was deleted, or the session was
   * ended.
   */
  find(claims: {
    readonly sub: string;
    readonly company: number;
    readonly family: string;
  }): Promise<Viewer | null>;
  /**
   * Drops the cached viewers of a company: after a change of users, roles, agencies, grants or ads, or the end of a
   * session.
   */
  forget(companyId: number): void;
}

/** Finds the callers of requests with API keys. */
export interface KeyCallers {
  /**
   * The viewer of a secret: what the scopes of its key and the rights of its administrator both allow; null: unknown,
   * revoked or expired, or the administrator may not use it. Notes the use.
   *
   * @param client client of the request
   */
  find(secret: string, client: Client): Promise<Viewer | null>;
}

/** The products that a viewer may see: all of the company's, or those granted to the viewer's agency. */
export const visibleProducts = (viewer: Viewer): readonly number[] => viewer.products;

/**
 * Requires that the viewer may see a product.
 *
 * @throws {Failure} `no_permission_for_data`, whether the product is not visible, of another company or does not
 *   exist
 */
export const requireProduct = (viewer: Viewer, productId: number): void => {
  if (!viewer.products.includes(productId)) throw new Failure('no_permission_for_data');
};

/** Requires that the viewer may see a product that a path names. @throws {Failure} `not_found` */
export const requireKnownProduct = (viewer: Viewer, productId: number): void => {
  if (!viewer.products.includes(productId)) throw new Failure('not_found');
};

/**
 * Ads of a product that a viewer may see. Unless the answer is `all`, rows of other ads and rows without an ad are
 * hidden.
 *
 * @throws {Failure} `no_permission_for_data`: the viewer may not see the product
 */
export const visibleAds = (viewer: Viewer, productId: number): 'all' | readonly number[] => {
  requireProduct(viewer, productId);
  return viewer.ads === null ? 'all' : (viewer.ads.get(productId) ?? []);
};

const RANK = { none: 0, read: 1, write: 2 } as const satisfies Record<PermissionLevel, number>;

/** Whether a viewer has at least this level of one of the six permissions. */
export const hasPermission = (viewer: Viewer, key: PermissionKey, level: 'read' | 'write'): boolean =>
  RANK[viewer.permissions[key]] >= RANK[level];

/**
 * Scopes of writing: `settings` are ads, networks and the like; `administration` is company, agencies and products;
 * `accounts` are users, invitations, roles and API keys. Administrators write all, users settings only, agencies none.
 * No key writes accounts: it could give itself more rights.
 */
export type WriteScope = 'settings' | 'administration' | 'accounts';

/** Whether the role of a viewer may write in a scope; the scopes of a key are not considered. */
export const roleMayWrite = ({ base }: Viewer, scope: WriteScope): boolean =>
  base === 'admin' || (base === 'user' && scope === 'settings');

/** Whether the scopes of a key include a level. */
export const keyAllows = ({ scopes }: CallingKey, scope: ApiKeyScope, level: 'read' | 'write'): boolean =>
  RANK[scopes[scope]] >= RANK[level];

export const mayWrite = (viewer: Viewer, scope: WriteScope): boolean =>
  roleMayWrite(viewer, scope) &&
  (viewer.key === undefined || (scope !== 'accounts' && keyAllows(viewer.key, scope, 'write')));

/** The lower of two permissions, by key: what both allow. */
export const intersectPermissions = (one: Permissions, other: Permissions): Permissions =>
  Object.fromEntries(
    PERMISSION_KEYS.map(key => [key, RANK[one[key]] <= RANK[other[key]] ? one[key] : other[key]]),
  ) as Permissions;
