import { timingSafeEqual } from 'node:crypto';
import type { Dependencies } from '../dependencies.ts';
import { sha256 } from '../accounts/tokens.ts';
import { isApiKeySecret } from '../http/api-key.ts';
import { intersectPermissions, type KeyCallers, type Viewer } from '../http/visibility.ts';
import { isAddressAllowed } from '../platform/allowed-addresses.ts';
import type { Client } from '../http/client.ts';
import { beginOfDay, MINUTE, tokyoDay } from '../platform/time.ts';
import { companyProducts } from '../store/postgres/accounts/accounts.ts';
import {
  findKeyBySecret,
  noteKeyUse,
  recordKeyUse,
  type FoundKey,
} from '../store/postgres/accounts/api-keys.ts';

const CALLER_LIFETIME_MS = 5_000;
const MAX_CALLERS = 10_000;
/** A use is noted at most once in this time, so that requests rarely write. */
const USE_INTERVAL_MS = MINUTE;

type Parts = Pick<Dependencies, 'db' | 'clock'>;

/** A key with its viewer. */
interface Caller {
  readonly key: FoundKey;
  readonly viewer: Viewer;
}

/** `companyId` null: the key is being loaded. */
interface CachedCaller {
  readonly loadedAt: number;
  companyId: number | null;
  readonly caller: Promise<Caller | null>;
}

/** What the scopes of a key and the rights of its administrator both allow. */
const viewerOf = (key: FoundKey, companyProductIds: readonly number[]): Viewer => ({
  userId: key.userId,
  companyId: key.companyId,
  roleCode: key.roleCode,
  base: 'admin',
  permissions: intersectPermissions(key.permissions, key.scopes),
  agencyId: null,
  products:
    key.products === null ? companyProductIds : companyProductIds.filter(id => key.products?.includes(id)),
  ads: null,
  key: { id: key.id, scopes: key.scopes, isLimitedToProducts: key.products !== null },
});

const loadCaller = async ({ db }: Parts, hash: Buffer): Promise<Caller | null> => {
  const key = await findKeyBySecret(db, hash);
  // The index finds the hash by comparing bytes until they differ; this comparison does not depend on them.
  if (key === null || !timingSafeEqual(key.hash, hash)) return null;
  return { key, viewer: viewerOf(key, await companyProducts(db, key.companyId)) };
};

const hasEnded = ({ expiresAt, secretExpiresAt }: FoundKey, now: number): boolean =>
  [expiresAt, secretExpiresAt].some(end => end !== null && end.getTime() <= now);

/** Records the first use of a key in a day from an address in the audit log. */
const createUseRecorder = ({ db, clock }: Parts) => {
  /** Uses of the day that this process has recorded: key, address. */
  const recorded = new Set<string>();
  let recordedDay = 0;
  return async (key: FoundKey, client: Client): Promise<void> => {
    const now = clock.now();
    const day = tokyoDay(now);
    if (day !== recordedDay || recorded.size >= MAX_CALLERS) {
      recordedDay = day;
      recorded.clear();
    }
    const use = `${key.id} ${client.address}`;
    if (recorded.has(use)) return;
    recorded.add(use);
    try {
      await recordKeyUse(db, key, { ...client, at: new Date(now), dayBegan: new Date(beginOfDay(day)) });
    } catch (error) {
      recorded.delete(use);
      throw error;
    }
  };
};

/**
 * Finds the callers of API keys. They are cached for 5 s, as viewers are; the times of a key are compared with every
 * request.
 */
export const createKeyCallers = (
  parts: Parts,
): KeyCallers & { /** Drops the cached callers of a company. */ forget(companyId: number): void } => {
  const { db, clock } = parts;
  const callers = new Map<string, CachedCaller>();
  const usedAt = new Map<number, number>();
  const recordUse = createUseRecorder(parts);

  const findCaller = async (secret: string): Promise<Caller | null> => {
    const hash = sha256(secret);
    const name = hash.toString('base64');
    const now = clock.now();
    const cached = callers.get(name);
    if (cached !== undefined && cached.loadedAt <= now && now < cached.loadedAt + CALLER_LIFETIME_MS)
      return cached.caller;
    const entry: CachedCaller = { loadedAt: now, companyId: null, caller: loadCaller(parts, hash) };
    callers.delete(name);
    if (callers.size >= MAX_CALLERS) callers.delete(callers.keys().next().value ?? name);
    callers.set(name, entry);
    const dropEntry = () => {
      if (callers.get(name) === entry) callers.delete(name);
    };
    try {
      const caller = await entry.caller;
      if (caller === null) dropEntry();
      else entry.companyId = caller.key.companyId;
      return caller;
    } catch (error) {
      dropEntry();
      throw error;
    }
  };

  const noteUse = async (key: FoundKey, address: string): Promise<void> => {
    const now = clock.now();
    const last = usedAt.get(key.id);
    if (last !== undefined && last <= now && now < last + USE_INTERVAL_MS) return;
    usedAt.set(key.id, now);
    await noteKeyUse(db, key, { address, at: new Date(now), notedBefore: new Date(now - USE_INTERVAL_MS) });
  };

  return {
    find: async (secret, client) => {
      if (!isApiKeySecret(secret)) return null;
      const caller = await findCaller(secret);
      if (caller === null || hasEnded(caller.key, clock.now())) return null;
      if (!isAddressAllowed(caller.key.loginAllowedIps, client.address)) return null;
      await noteUse(caller.key, client.address);
      await recordUse(caller.key, client);
      return caller.viewer;
    },
    forget: companyId => {
      for (const [name, cached] of callers)
        if (cached.companyId === companyId || cached.companyId === null) callers.delete(name);
    },
  };
};
