import { failureOf } from '../../machines/failure.ts';
import { isRefusal, REFRESH_MARGIN_MS, type Credentials, type Tokens } from '../../machines/session.ts';
import type { Shelf } from './storage.ts';

/** What the server grants at sign-in and at each renewal; `lifetime` of the access token in milliseconds. */
export interface Grant {
  readonly access: string;
  readonly refresh: string;
  readonly lifetime: number;
}

/** The three calls about tokens. Each rejects with a `Failure`. */
export interface Authority {
  signIn(credentials: Credentials, signal: AbortSignal): Promise<Grant>;
  refresh(refresh: string, signal: AbortSignal): Promise<Grant>;
  signOut(refresh: string, signal: AbortSignal): Promise<unknown>;
}

/** A message between tabs. `session` names one sign-in; its renewals preserve the name. */
export type Word =
  | { readonly say: 'signedIn' }
  | { readonly say: 'signedOut'; readonly session: string }
  | { readonly say: 'renewed'; readonly session: string; readonly tokens: StoredTokens };

export interface Tabs {
  tell(word: Word): void;
  /** Runs one at a time over all tabs of this browser. */
  exclusively<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
}

/** As stored: `stale` is the moment on this computer's clock when the access token ends. */
export interface StoredTokens {
  readonly access: string;
  readonly refresh: string;
  readonly stale: number;
  readonly session: string;
  /** The code of the signed-in company, so that the dialog over an ended session need not request it. */
  readonly company?: string;
}

/** Data about the user and the kind of sign-in, apart from the profile. It outlives the session itself. */
export interface Account {
  /** Null: the session was stored by a version without this field. */
  readonly company: string | null;
  readonly autoLogin: boolean;
}

const NAME = 'session';
/**
 * What can be sent in a header: anything else ends in the browser or before the server, which looks like no
 * network and would never lead to the sign-in page.
 */
const SENDABLE = /^[\w.~+/=-]{1,4096}$/;
const isStoredTokens = (value: unknown): value is StoredTokens =>
  typeof value === 'object' &&
  value !== null &&
  (['access', 'refresh', 'session'] as const).every(
    key =>
      key in value &&
      typeof (value as Record<string, unknown>)[key] === 'string' &&
      SENDABLE.test((value as Record<string, string>)[key] ?? ''),
  ) &&
  'stale' in value &&
  typeof value.stale === 'number' &&
  (!('company' in value) || typeof value.company === 'string');

const createTokenStore = (lasting: Shelf, passing: Shelf, now: () => number) => {
  let session: string | null = null;
  let shelf = passing;
  let company: string | null = null;

  /** What is stored for this tab's own sign-in; another user's, signed in by another tab, is none of ours. */
  const own = () => {
    const stored = shelf.read(NAME, isStoredTokens);
    return stored?.session === session ? stored : null;
  };
  const write = (name: string, { access, refresh, lifetime }: Grant): StoredTokens => {
    const stored = {
      access,
      refresh,
      stale: now() + lifetime,
      session: name,
      ...(company !== null && { company }),
    };
    shelf.write(NAME, stored);
    return stored;
  };
  return {
    own,
    write,
    session: () => session,
    account: (): Account => ({ company, autoLogin: shelf === lasting }),
    recall: (): StoredTokens | null => {
      shelf = passing.read(NAME, isStoredTokens) ? passing : lasting;
      const stored = shelf.read(NAME, isStoredTokens);
      session = stored?.session ?? null;
      company = stored?.company ?? company;
      return stored;
    },
    begin: (credentials: Credentials, grant: Grant): StoredTokens => {
      session = crypto.randomUUID();
      ({ company } = credentials);
      passing.remove(NAME);
      shelf = credentials.autoLogin ? lasting : passing;
      return write(session, grant);
    },
    /** Takes over what another tab renewed. */
    replace: (tokens: StoredTokens): void => shelf.write(NAME, tokens),
    forget: (): void => {
      if (own()) shelf.remove(NAME);
      session = null;
    },
  };
};

/**
 * The ports of the session machine that know where tokens are stored and that other tabs exist.
 *
 * With auto login tokens outlive the browser (local storage, shared by all tabs), without it the tab (session
 * storage, of which a duplicated tab gets a copy). Either way several tabs can have the same refresh token,
 * which works only once: tabs renew one at a time, after a look at what another tab may have renewed
 * meanwhile, and the outcome is sent to all.
 */
export const createTokenKeeper = (
  lasting: Shelf,
  passing: Shelf,
  authority: Authority,
  tabs: Tabs,
  now: () => number = Date.now,
) => {
  const store = createTokenStore(lasting, passing, now);
  const tokensOf = ({ access, refresh, stale }: StoredTokens): Tokens => ({
    access,
    refresh,
    lifetime: Math.max(0, stale - now()),
  });

  return {
    recall: async (): Promise<Tokens | null> => {
      const stored = store.recall();
      return stored && tokensOf(stored);
    },

    signIn: async (credentials: Credentials, signal: AbortSignal): Promise<Tokens> => {
      const stored = store.begin(credentials, await authority.signIn(credentials, signal));
      if (credentials.autoLogin) tabs.tell({ say: 'signedIn' });
      return tokensOf(stored);
    },

    refresh: (refresh: string, signal: AbortSignal): Promise<Tokens> =>
      tabs.exclusively(signal, async () => {
        const before = store.own();
        if (before && before.refresh !== refresh && before.stale - now() > REFRESH_MARGIN_MS)
          return tokensOf(before);
        const session = store.session() ?? crypto.randomUUID();
        try {
          const tokens = store.write(session, await authority.refresh(before?.refresh ?? refresh, signal));
          tabs.tell({ say: 'renewed', session, tokens });
          return tokensOf(tokens);
        } catch (error) {
          if (isRefusal(failureOf(error))) store.forget();
          throw error;
        }
      }),

    revoke: async (refresh: string, signal: AbortSignal): Promise<unknown> => {
      const session = store.session();
      store.forget();
      if (session !== null) tabs.tell({ say: 'signedOut', session });
      return authority.signOut(refresh, signal);
    },

    account: store.account,

    /** What this tab's session should do about a word of another tab, if anything. */
    hear: (word: Word) => {
      if (word.say === 'signedIn') return { type: 'elsewhere.signedIn' } as const;
      if (word.session !== store.session()) return null;
      if (word.say === 'signedOut') {
        store.forget();
        return { type: 'elsewhere.signedOut' } as const;
      }
      const { tokens } = word;
      if (!isStoredTokens(tokens)) return null;
      store.replace(tokens);
      return { type: 'token.renewed', tokens: tokensOf(tokens) } as const;
    },
  };
};
