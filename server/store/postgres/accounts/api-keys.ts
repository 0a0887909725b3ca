import { and, eq, gte, isNull, lte, or, sql } from 'drizzle-orm';
import type { ApiKeyScopes, Permissions } from '../../../http/visibility.ts';
import { Failure } from '../../../http/failures.ts';
import type { Creation } from '../../../http/idempotency.ts';
import { dayText, tokyoDay } from '../../../platform/time.ts';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { makeOnce } from '../engine/idempotency.ts';
import { requireReferred, uniquely } from '../entities/entity-write-plan.ts';
import { apiKey, apiKeySecret, change, company, role, user } from '../schema/index.ts';

/** API keys, their secrets, and their use. */

/** Mask of a secret in the audit log. */
const MASK = '********';

/** The author of a change of keys: an administrator. */
export interface KeyAuthor extends Author {
  readonly userId: number;
}

export interface ApiKeyValues {
  readonly name: string;
  readonly scopes: ApiKeyScopes;
  /** Null: every product. */
  readonly products: readonly number[] | null;
  /** Null: never. */
  readonly expiresAt: Date | null;
}

/** What is stored of a new secret. */
export interface NewSecret {
  /** SHA-256 of the secret. */
  readonly hash: Buffer;
  readonly prefix: string;
}

/** A key that is not revoked, found by one of its secrets, with its administrator and company. */
export interface FoundKey {
  readonly id: number;
  readonly companyId: number;
  readonly scopes: ApiKeyScopes;
  readonly products: readonly number[] | null;
  readonly expiresAt: Date | null;
  readonly hash: Buffer;
  /** End of the overlap after a rotation; null: the newest secret. */
  readonly secretExpiresAt: Date | null;
  /** The administrator to whom the secret was shown. */
  readonly userId: number;
  readonly roleCode: string;
  readonly permissions: Permissions;
  readonly loginAllowedIps: readonly string[];
}

/**
 * Finds the key of a secret; null: unknown, or key, company, administrator or role is deleted, or the user is no longer
 * an administrator. The caller compares the times.
 * @param hash SHA-256 of the secret
 */
export const findKeyBySecret = async (db: Database, hash: Buffer): Promise<FoundKey | null> => {
  const [found] = await db
    .select({
      id: apiKey.id,
      companyId: apiKey.companyId,
      scopes: apiKey.scopes,
      products: apiKey.products,
      expiresAt: apiKey.expiresAt,
      hash: apiKeySecret.hash,
      secretExpiresAt: apiKeySecret.expiresAt,
      userId: apiKeySecret.userId,
      roleCode: role.code,
      permissions: role.permissions,
      loginAllowedIps: company.loginAllowedIps,
    })
    .from(apiKeySecret)
    .innerJoin(
      apiKey,
      and(eq(apiKey.id, apiKeySecret.apiKeyId), eq(apiKey.companyId, apiKeySecret.companyId), apiKey.status),
    )
    .innerJoin(company, and(eq(company.id, apiKey.companyId), company.status))
    .innerJoin(
      user,
      and(eq(user.id, apiKeySecret.userId), eq(user.companyId, apiKeySecret.companyId), user.status),
    )
    .innerJoin(
      role,
      and(eq(role.id, user.roleId), eq(role.companyId, user.companyId), role.status, eq(role.base, 'admin')),
    )
    .where(eq(apiKeySecret.hash, hash));
  return found ?? null;
};

/** Notes the use of a key, unless one after `notedBefore` is noted. A use is no change of the key. */
export const noteKeyUse = async (
  db: Database,
  { id, companyId }: Pick<FoundKey, 'id' | 'companyId'>,
  { address, at, notedBefore }: { readonly address: string; readonly at: Date; readonly notedBefore: Date },
): Promise<void> => {
  await db
    .update(apiKey)
    .set({ lastUsedAt: at, lastUsedAddress: address, updatedAt: sql`${apiKey.updatedAt}` })
    .where(
      and(
        eq(apiKey.id, id),
        eq(apiKey.companyId, companyId),
        or(isNull(apiKey.lastUsedAt), lte(apiKey.lastUsedAt, notedBefore)),
      ),
    );
};

/** Loads a key and locks it until the end of the transaction. @throws {Failure} `not_found` */
const holdKey = async (tx: Database, companyId: number, id: number) => {
  const [found] = await tx
    .select({ status: apiKey.status, expiresAt: apiKey.expiresAt })
    .from(apiKey)
    .where(and(eq(apiKey.companyId, companyId), eq(apiKey.id, id)))
    .for('update');
  if (found === undefined) throw new Failure('not_found');
  return found;
};

/** Maximum number of lines about the uses of one key in a day. */
const MAX_USE_LINES_PER_DAY = 100;

/**
 * Records the use of a key in the audit log, unless a use from its address is recorded since the beginning of the day. The
 * lock of the key lets concurrent requests, also of other processes, record one line.
 */
export const recordKeyUse = (
  db: Database,
  { id, companyId, userId }: Pick<FoundKey, 'id' | 'companyId' | 'userId'>,
  {
    address,
    userAgent,
    at,
    dayBegan,
  }: {
    readonly address: string;
    readonly userAgent: string;
    readonly at: Date;
    readonly dayBegan: Date;
  },
): Promise<void> =>
  db.transaction(async tx => {
    await holdKey(tx, companyId, id);
    const uses = await tx
      .select({ address: change.ipAddress })
      .from(change)
      .where(
        and(
          eq(change.companyId, companyId),
          eq(change.entity, 'apiKeys'),
          eq(change.rowId, id),
          eq(change.action, 'key_use'),
          gte(change.changedAt, dayBegan),
        ),
      );
    if (uses.length >= MAX_USE_LINES_PER_DAY || uses.some(use => use.address === address)) return;
    await recordChanges(tx, { companyId, userId, apiKeyId: id, ip: address, userAgent, at }, 'apiKeys', [
      { rowId: id, action: 'key_use', before: null, after: { day: dayText(tokyoDay(dayBegan.getTime())) } },
    ]);
  });

const insertSecret = async (
  tx: Database,
  { companyId, userId, at }: KeyAuthor,
  apiKeyId: number,
  secret: NewSecret,
): Promise<void> => {
  await tx.insert(apiKeySecret).values({ companyId, apiKeyId, userId, ...secret, createdAt: at });
};

/** A time later than the previous `updated_at`, also within one millisecond. */
const next = (at: Date) =>
  sql`greatest(${at.toISOString()}::timestamptz, ${apiKey.updatedAt} + interval '1 millisecond')`;

/** Ends the secrets of a locked key at `until` at the latest, and adds a new one. */
const replaceSecret = async (
  tx: Database,
  author: KeyAuthor,
  id: number,
  secret: NewSecret,
  until: Date,
): Promise<void> => {
  const ofKey = and(eq(apiKeySecret.companyId, author.companyId), eq(apiKeySecret.apiKeyId, id));
  await tx.delete(apiKeySecret).where(and(ofKey, lte(apiKeySecret.expiresAt, author.at)));
  await tx
    .update(apiKeySecret)
    .set({
      expiresAt: sql`least(coalesce(${apiKeySecret.expiresAt}, 'infinity'), ${until.toISOString()}::timestamptz)`,
    })
    .where(ofKey);
  await insertSecret(tx, author, id, secret);
  await tx
    .update(apiKey)
    .set({ updatedAt: next(author.at) } as object)
    .where(and(eq(apiKey.companyId, author.companyId), eq(apiKey.id, id)));
  await recordChanges(tx, author, 'apiKeys', [
    {
      rowId: id,
      action: 'update',
      before: { secret: MASK, previous_secret_until: null },
      after: { secret: MASK, previous_secret_until: until.toISOString() },
    },
  ]);
};

const insertKey = async (
  tx: Database,
  author: KeyAuthor,
  { products, expiresAt, ...values }: ApiKeyValues,
): Promise<number> => {
  const { companyId, at } = author;
  await requireReferred(
    tx,
    companyId,
    products === null ? [] : [{ field: 'products', to: 'products', ids: products, productId: null }],
  );
  const [made] = await uniquely({ api_key_name: 'name' }, () =>
    tx
      .insert(apiKey)
      .values({
        ...values,
        products: products === null ? null : [...products],
        expiresAt,
        companyId,
        createdAt: at,
        updatedAt: at,
      })
      .returning({ id: apiKey.id }),
  );
  if (made === undefined) throw new Error('the API key was not stored');
  const after = { ...values, products, expires_at: expiresAt?.toISOString() ?? null };
  await recordChanges(tx, author, 'apiKeys', [{ rowId: made.id, action: 'create', before: null, after }]);
  return made.id;
};

/**
 * Inserts a key, once per idempotency key. A repeated request replaces the secret of the first one, whose answer was
 * lost, because only its hash is stored.
 * @returns the id of the key
 * @throws {Failure} `invalid`: the name is in use, or a product is absent; `key_ended`: revoked since the first request
 */
export const insertApiKey = (
  db: Database,
  author: KeyAuthor,
  values: ApiKeyValues,
  { secret, creation }: { readonly secret: NewSecret; readonly creation: Creation | null },
): Promise<number> =>
  db.transaction(async tx => {
    let isNew = false;
    const id = await makeOnce(tx, author, creation, () => {
      isNew = true;
      return insertKey(tx, author, values);
    });
    if (isNew) {
      await insertSecret(tx, author, id, secret);
      return id;
    }
    if (!(await holdKey(tx, author.companyId, id)).status) throw new Failure('key_ended');
    await replaceSecret(tx, author, id, secret, author.at);
    return id;
  });

/**
 * Adds a new secret to a key. Its other secrets end at `until`, or earlier where an earlier rotation said so.
 * @throws {Failure} `not_found`; `key_ended`: revoked or expired
 */
export const rotateApiKey = (
  db: Database,
  author: KeyAuthor,
  id: number,
  { secret, until }: { readonly secret: NewSecret; readonly until: Date },
): Promise<void> =>
  db.transaction(async tx => {
    const { status, expiresAt } = await holdKey(tx, author.companyId, id);
    if (!status || (expiresAt !== null && expiresAt.getTime() <= author.at.getTime()))
      throw new Failure('key_ended');
    await replaceSecret(tx, author, id, secret, until);
  });

/** Revokes a key; a revoked key is not changed. @throws {Failure} `not_found` */
export const revokeApiKey = (db: Database, author: KeyAuthor, id: number): Promise<void> =>
  db.transaction(async tx => {
    if (!(await holdKey(tx, author.companyId, id)).status) return;
    await tx
      .update(apiKey)
      .set({ status: false, updatedAt: next(author.at) } as object)
      .where(and(eq(apiKey.companyId, author.companyId), eq(apiKey.id, id)));
    await recordChanges(tx, author, 'apiKeys', [
      { rowId: id, action: 'remove', before: { status: true }, after: { status: false } },
    ]);
  });
