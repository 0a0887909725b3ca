import { failureOf } from '../../machines/failure.ts';
import { isRefusal, RENEWED_BEFORE, type Credentials, type Tokens } from '../../machines/session.ts';
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

/** What other tabs tell and are told. `session` names one sign-in; its renewals keep the name. */
export type Word =
  | { readonly say: 'signedIn' }
  | { readonly say: 'signedOut'; readonly session: string }
  | { readonly say: 'renewed'; readonly session: string; readonly kept: StoredTokens };

export interface Tabs {
  tell(word: Word): void;
  /** Runs one at a time over all tabs of this browser. */
  alone<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
}

/** As stored: `stale` is the moment on this computer's clock when the access token ends. */
export interface StoredTokens {
  readonly access: string;
  readonly refresh: string;
  readonly stale: number;
  readonly session: string;
  /**
   * The code of the company that was signed in to, so that the dialog over an ended session need not ask for
   * it.
   */
  readonly company?: string;
}

/** What is known of who signed in and how, beside the profile. It outlives the session itself. */
export interface Account {
  /** Null: signed in by a program that did not keep it. */
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

/**
 * The ports of the session machine that know where tokens are kept and that other tabs exist.
 *
 * With auto login tokens outlive the browser (local storage, shared by all tabs), without it the tab (session
 * storage, of
 * which a duplicated tab gets a copy). Either way several tabs can hold the same refresh token, which works
 * only once:
 * renewing is done alone, after a look at what another tab may have renewed meanwhile, and the outcome is
 * told to all.
 */
export const createTokenKeeper = (
  lasting: Shelf,
  passing: Shelf,
  authority: Authority,
  tabs: Tabs,
  now: () => number = Date.now,
) => {
  let session: string | null = null;
  let shelf = passing;
  let company: string | null = null;

  /** What is kept for this tab's own sign-in; another user's, signed in by another tab, is none of ours. */
  const own = () => {
    const stored = shelf.read(NAME, isStoredTokens);
    return stored?.session === session ? stored : null;
  };
  const tokensOf = ({ access, refresh, stale }: StoredTokens): Tokens => ({
    access,
    refresh,
    lifetime: Math.max(0, stale - now()),
  });
  const keep = (name: string, grant: Grant): StoredTokens => {
    const stored = {
      access: grant.access,
      refresh: grant.refresh,
      stale: now() + grant.lifetime,
      session: name,
      ...(company !== null && { company }),
    };
    shelf.write(NAME, stored);
    return stored;
  };
  const forget = () => {
    if (own()) shelf.remove(NAME);
    session = null;
  };

  return {
    recall: async (): Promise<Tokens | null> => {
      shelf = passing.read(NAME, isStoredTokens) ? passing : lasting;
      const stored = shelf.read(NAME, isStoredTokens);
      session = stored?.session ?? null;
      company = stored?.company ?? company;
      return stored && tokensOf(stored);
    },

    signIn: async (credentials: Credentials, signal: AbortSignal): Promise<Tokens> => {
      const grant = await authority.signIn(credentials, signal);
      session = crypto.randomUUID();
      ({ company } = credentials);
      passing.remove(NAME);
      shelf = credentials.autoLogin ? lasting : passing;
      const stored = keep(session, grant);
      if (credentials.autoLogin) tabs.tell({ say: 'signedIn' });
      return tokensOf(stored);
    },

    refresh: (refresh: string, signal: AbortSignal): Promise<Tokens> =>
      tabs.alone(signal, async () => {
        const before = own();
        if (before && before.refresh !== refresh && before.stale - now() > RENEWED_BEFORE)
          return tokensOf(before);
        const name = session ?? crypto.randomUUID();
        try {
          const grant = await authority.refresh(before?.refresh ?? refresh, signal);
          const stored = keep(name, grant);
          tabs.tell({ say: 'renewed', session: name, kept: stored });
          return tokensOf(stored);
        } catch (error) {
          if (isRefusal(failureOf(error))) forget();
          throw error;
        }
      }),

    revoke: async (refresh: string, signal: AbortSignal): Promise<unknown> => {
      const name = session;
      forget();
      if (name !== null) tabs.tell({ say: 'signedOut', session: name });
      return authority.signOut(refresh, signal);
    },

    account: (): Account => ({ company, autoLogin: shelf === lasting }),

    /** What this tab's session should do about a word of another tab, if anything. */
    hear: (word: Word) => {
      if (word.say === 'signedIn') return { type: 'elsewhere.signedIn' } as const;
      if (word.session !== session) return null;
      if (word.say === 'signedOut') {
        forget();
        return { type: 'elsewhere.signedOut' } as const;
      }
      if (!isStoredTokens(word.kept)) return null;
      shelf.write(NAME, word.kept);
      return { type: 'token.renewed', tokens: tokensOf(word.kept) } as const;
    },
  };
};
