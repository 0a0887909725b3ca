import { REFRESH_MARGIN_MS, type Credentials, type Tokens } from '../../machines/session.ts';
import type { ExpiringStorage } from './storage.ts';

/** An access token in memory; `stale` is when it expires, in ms of this computer's clock. */
export interface SessionToken {
  readonly access: string;
  readonly stale: number;
  /** Id of the session at the server. */
  readonly session: string;
}

/** Company and kind of the last sign-in, which remain known after the session has ended. */
export interface Account {
  /** Null: the session began in a tab that is closed. */
  readonly company: string | null;
  readonly autoLogin: boolean;
}

/** Company and kind of a session that begins. */
export type SessionAccount = Pick<Credentials, 'company' | 'autoLogin'>;

/** What is stored of a session: no tokens. */
interface StoredSession {
  readonly session: string;
  /** Code of the signed-in company, so that the sign-in dialog over an ended session need not request it. */
  readonly company?: string;
}

/** A session that a former version stored, which is replaced by a cookie once. */
interface FormerSession extends StoredSession {
  readonly refresh: string;
}

const NAME = 'session';

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 4096;
const isStoredSession = (value: unknown): value is StoredSession =>
  typeof value === 'object' &&
  value !== null &&
  'session' in value &&
  isText(value.session) &&
  (!('company' in value) || isText(value.company));
const isFormer = (stored: StoredSession): stored is FormerSession =>
  'refresh' in stored && isText(stored.refresh);

const findFormer = (
  storages: readonly ExpiringStorage[],
): (FormerSession & { readonly storage: ExpiringStorage }) | null => {
  for (const storage of storages) {
    const stored = storage.read(NAME, isStoredSession);
    if (stored !== null && isFormer(stored)) return { storage, ...stored };
  }
  return null;
};

/** What a renewal presents to the server: the cookie, or the refresh token of a former version. */
export type Presented =
  | { readonly kind: 'cookie'; readonly session: string | null }
  | { readonly kind: 'former'; readonly refresh: string; readonly autoLogin: boolean };

export const tokensOf = ({ access, stale }: SessionToken, now: () => number): Tokens => ({
  access,
  lifetime: Math.max(0, stale - now()),
});

/**
 * The session of this tab. The access token is in memory; the company is in local storage with auto login, else in
 * session storage.
 * @param isMarked whether a cookie of the server says that there is a session
 */
export const createSessionStore = (
  lasting: ExpiringStorage,
  passing: ExpiringStorage,
  isMarked: () => boolean,
  now: () => number,
) => {
  let token: SessionToken | null = null;
  let storage = passing;
  let company: string | null = null;
  /** The session of a former version whose token is being presented. */
  let replaced: ReturnType<typeof findFormer> = null;

  const former = () => (isMarked() ? null : findFormer([passing, lasting]));
  const write = (session: string): void =>
    storage.write(NAME, { session, ...(company !== null && { company }) });
  /** Finds where the session was stored when it began. */
  const locate = (session: string): void => {
    storage =
      replaced?.storage ??
      [passing, lasting].find(one => one.read(NAME, isStoredSession)?.session === session) ??
      passing;
    const stored = storage.read(NAME, isStoredSession);
    company = (replaced !== null || stored?.session === session ? stored?.company : null) ?? null;
    replaced = null;
    // Tokens of a former version leave the storage.
    for (const one of [passing, lasting]) if (findFormer([one]) !== null) one.remove(NAME);
  };

  return {
    session: (): string | null => token?.session ?? null,
    account: (): Account => ({ company, autoLogin: storage === lasting }),
    isRemembered: (): boolean => isMarked() || former() !== null,
    presented: (): Presented => {
      replaced = token === null ? former() : null;
      return replaced !== null
        ? { kind: 'former', refresh: replaced.refresh, autoLogin: replaced.storage === lasting }
        : { kind: 'cookie', session: token?.session ?? null };
    },
    begin: (account: SessionAccount, begun: SessionToken): void => {
      ({ company } = account);
      for (const one of [passing, lasting]) one.remove(NAME);
      storage = account.autoLogin ? lasting : passing;
      token = begun;
      write(begun.session);
    },
    /** Takes a token that this or another tab renewed. */
    renew: (renewed: SessionToken): void => {
      if (token === null) locate(renewed.session);
      token = renewed;
      write(renewed.session);
    },
    /** The token that replaced another one, if it is fresh; `access` null: any. */
    fresh: (access: string | null): SessionToken | null =>
      token !== null && token.access !== access && token.stale - now() > REFRESH_MARGIN_MS ? token : null,
    forget: (): void => {
      const session = token?.session ?? former()?.session;
      for (const one of [passing, lasting])
        if (one.read(NAME, isStoredSession)?.session === session) one.remove(NAME);
      token = null;
    },
  };
};
