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
 * The user of a request and the user's visible data. Loaded with each request (cached for some seconds), so
 * that a revoked right ends soon although the token is still valid.
 */
export interface Viewer {
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
 * Scopes of writing: `settings` are ads, networks and the like; `administration` is company, users, agencies and
 * roles. Administrators write both, users settings only, agencies neither.
 */
export type WriteScope = 'settings' | 'administration';

export const mayWrite = (viewer: Viewer, scope: WriteScope): boolean =>
  viewer.base === 'admin' || (viewer.base === 'user' && scope === 'settings');
