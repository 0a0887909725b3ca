import { failureOf } from '../../machines/failure.ts';
import {
  isRefusal,
  REFRESH_MARGIN_MS,
  type Challenge,
  type ChallengeAnswer,
  type Credentials,
  type SignOnRequest,
  type Tokens,
} from '../../machines/session.ts';
import type { Departure } from './departure.ts';
import type { ExpiringStorage } from './storage.ts';

/** Tokens granted at sign-in and at each renewal; `lifetime` of the access token in ms. */
export interface Grant {
  readonly access: string;
  readonly refresh: string;
  readonly lifetime: number;
}

/** An answer to the challenge of a sign-in. */
export type AnswerForm = ChallengeAnswer & { readonly challenge: Challenge };

/** The token requests. Each rejects with a `Failure`. */
export interface Authority {
  /** @returns a challenge, if the second step follows */
  signIn(
    credentials: Credentials,
    signal: AbortSignal,
  ): Promise<Grant | Omit<Challenge, keyof SessionAccount>>;
  /** @returns address of the identity provider at which the user signs in */
  beginSignOn(company: string, signal: AbortSignal): Promise<string>;
  /** @param query query of the address to which the identity provider led back */
  completeSignOn(query: string, signal: AbortSignal): Promise<Grant>;
  answer(form: AnswerForm, signal: AbortSignal): Promise<Grant>;
  refresh(refresh: string, signal: AbortSignal): Promise<Grant>;
  signOut(refresh: string, signal: AbortSignal): Promise<unknown>;
}

/** Message between tabs. `session` identifies one sign-in; renewals keep it. */
export type TabMessage =
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'signedOut'; readonly session: string }
  | { readonly kind: 'renewed'; readonly session: string; readonly tokens: StoredTokens };

export interface Tabs {
  post(message: TabMessage): void;
  /** Runs work under a lock that all tabs of this browser share. */
  exclusively<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
}

/** Tokens as stored; `stale` is when the access token expires, in ms of this computer's clock. */
export interface StoredTokens {
  readonly access: string;
  readonly refresh: string;
  readonly stale: number;
  readonly session: string;
  /** Code of the signed-in company, so that the sign-in dialog over an ended session need not request it. */
  readonly company?: string;
}

/** Company and kind of the last sign-in, which remain known after the session has ended. */
export interface Account {
  /** Null: the session was stored by a version without this field. */
  readonly company: string | null;
  readonly autoLogin: boolean;
}

const NAME = 'session';
/**
 * Characters that a header may contain. Other tokens would fail in the browser or a proxy, which looks like a
 * network failure and would never lead to the sign-in page.
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

/** Company and kind of a session that begins. */
type SessionAccount = Pick<Credentials, 'company' | 'autoLogin'>;

const createTokenStore = (lasting: ExpiringStorage, passing: ExpiringStorage, now: () => number) => {
  let session: string | null = null;
  let storage = passing;
  let company: string | null = null;

  /** The stored tokens of this tab's session; null if another tab has stored another user's. */
  const own = () => {
    const stored = storage.read(NAME, isStoredTokens);
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
    storage.write(NAME, stored);
    return stored;
  };
  return {
    own,
    write,
    session: () => session,
    account: (): Account => ({ company, autoLogin: storage === lasting }),
    recall: (): StoredTokens | null => {
      storage = passing.read(NAME, isStoredTokens) ? passing : lasting;
      const stored = storage.read(NAME, isStoredTokens);
      session = stored?.session ?? null;
      company = stored?.company ?? company;
      return stored;
    },
    begin: (account: SessionAccount, grant: Grant): StoredTokens => {
      session = crypto.randomUUID();
      ({ company } = account);
      passing.remove(NAME);
      storage = account.autoLogin ? lasting : passing;
      return write(session, grant);
    },
    /** Stores the tokens that another tab renewed. */
    replace: (tokens: StoredTokens): void => storage.write(NAME, tokens),
    forget: (): void => {
      if (own()) storage.remove(NAME);
      session = null;
    },
  };
};

/** The steps of a sign-in. Nothing of a session is stored before it begins. */
const createSteps = (
  authority: Authority,
  departure: Departure,
  begin: (account: SessionAccount, grant: Grant) => Tokens,
) => ({
  depart: async (request: SignOnRequest, signal: AbortSignal): Promise<void> =>
    departure.leave(request, await authority.beginSignOn(request.company, signal)),

  /** Completes the sign-in that came back from an identity provider; null: none did. */
  comeBack: async (signal: AbortSignal): Promise<Tokens | null> => {
    const returned = departure.takeReturn();
    return returned && begin(returned.request, await authority.completeSignOn(returned.query, signal));
  },

  signIn: async (credentials: Credentials, signal: AbortSignal): Promise<Tokens | Challenge> => {
    const granted = await authority.signIn(credentials, signal);
    const { company, autoLogin } = credentials;
    return 'token' in granted ? { ...granted, company, autoLogin } : begin(credentials, granted);
  },

  answer: async (form: AnswerForm, signal: AbortSignal): Promise<Tokens> =>
    begin(form.challenge, await authority.answer(form, signal)),
});

/** Creates the reading of messages of other tabs. */
const createReceiver =
  (store: ReturnType<typeof createTokenStore>, tokensOf: (stored: StoredTokens) => Tokens) =>
  (message: TabMessage) => {
    if (message.kind === 'signedIn') return { type: 'elsewhere.signedIn' } as const;
    if (message.session !== store.session()) return null;
    if (message.kind === 'signedOut') {
      store.forget();
      return { type: 'elsewhere.signedOut' } as const;
    }
    const { tokens } = message;
    if (!isStoredTokens(tokens)) return null;
    store.replace(tokens);
    return { type: 'token.renewed', tokens: tokensOf(tokens) } as const;
  };

/**
 * Ports of the session machine that store tokens and coordinate tabs. Local storage with auto login (shared
 * by tabs), else session storage (copied by duplicated tabs). A refresh token works once, so tabs renew under
 * a shared lock, check for another tab's renewal first, and send the result to all tabs.
 */
export const createTokenKeeper = (
  lasting: ExpiringStorage,
  passing: ExpiringStorage,
  authority: Authority,
  tabs: Tabs,
  departure: Departure,
  now: () => number = Date.now,
) => {
  const store = createTokenStore(lasting, passing, now);
  const tokensOf = ({ access, refresh, stale }: StoredTokens): Tokens => ({
    access,
    refresh,
    lifetime: Math.max(0, stale - now()),
  });

  const begin = (account: SessionAccount, grant: Grant): Tokens => {
    const stored = store.begin(account, grant);
    if (account.autoLogin) tabs.post({ kind: 'signedIn' });
    return tokensOf(stored);
  };

  const steps = createSteps(authority, departure, begin);

  return {
    /** @param signal aborts the completion of a sign-in at an identity provider */
    recall: async (signal: AbortSignal): Promise<Tokens | null> => {
      const returned = await steps.comeBack(signal);
      if (returned !== null) return returned;
      const stored = store.recall();
      return stored && tokensOf(stored);
    },

    signIn: steps.signIn,
    answer: steps.answer,
    depart: steps.depart,

    refresh: (refresh: string, signal: AbortSignal): Promise<Tokens> =>
      tabs.exclusively(signal, async () => {
        const before = store.own();
        if (before && before.refresh !== refresh && before.stale - now() > REFRESH_MARGIN_MS)
          return tokensOf(before);
        const session = store.session() ?? crypto.randomUUID();
        try {
          const tokens = store.write(session, await authority.refresh(before?.refresh ?? refresh, signal));
          tabs.post({ kind: 'renewed', session, tokens });
          return tokensOf(tokens);
        } catch (error) {
          if (isRefusal(failureOf(error))) store.forget();
          throw error;
        }
      }),

    revoke: async (refresh: string, signal: AbortSignal): Promise<unknown> => {
      const session = store.session();
      store.forget();
      if (session !== null) tabs.post({ kind: 'signedOut', session });
      return authority.signOut(refresh, signal);
    },

    account: store.account,

    /** The event that a message of another tab causes for this tab's session; null: none. */
    receive: createReceiver(store, tokensOf),
  };
};
