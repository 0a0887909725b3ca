import { failureOf } from '../../machines/failure.ts';
import {
  isRefusal,
  type Challenge,
  type ChallengeAnswer,
  type Credentials,
  REMEMBERED,
  type Recalled,
  type SignOnRequest,
  type Tokens,
} from '../../machines/session.ts';
import type { Departure } from './departure.ts';
import {
  createSessionStore,
  tokensOf,
  type Presented,
  type SessionAccount,
  type SessionToken,
} from './session-store.ts';
import type { ExpiringStorage } from './storage.ts';

/**
 * Token granted at sign-in and at each renewal; `lifetime` of the access token in ms. The refresh token is in a cookie.
 */
export interface Grant {
  readonly access: string;
  readonly lifetime: number;
  /** Id of the session, which renewals keep. */
  readonly session: string;
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
  /** @param form query of the address to which the identity provider led back, and the kind of the session */
  completeSignOn(
    form: { readonly query: string; readonly autoLogin: boolean },
    signal: AbortSignal,
  ): Promise<Grant>;
  answer(form: AnswerForm, signal: AbortSignal): Promise<Grant>;
  refresh(presented: Presented, signal: AbortSignal): Promise<Grant>;
  /** @param session null: whichever the cookie is of */
  signOut(session: string | null, signal: AbortSignal): Promise<unknown>;
}

/** Message between tabs, which share the session of the browser. */
export type TabMessage =
  | { readonly kind: 'signedIn' }
  | { readonly kind: 'signedOut'; readonly session: string }
  | { readonly kind: 'renewed'; readonly session: string; readonly token: SessionToken };

export interface Tabs {
  post(message: TabMessage): void;
  /** Runs work under a lock that all tabs of this browser share. */
  exclusively<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
}

/** Name of the entry of a sign-out that has not reached the server. */
const SIGN_OUT = 'sign_out';
const isSignOut = (value: unknown): value is { readonly session: string | null } =>
  typeof value === 'object' &&
  value !== null &&
  'session' in value &&
  (value.session === null || typeof value.session === 'string');

/**
 * Characters that a header may contain. Other tokens would fail in the browser or a proxy, which looks like a
 * network failure and would never lead to the sign-in page.
 */
const SENDABLE = /^[\w.~+/=-]{1,4096}$/;
const isSessionToken = (value: unknown): value is SessionToken =>
  typeof value === 'object' &&
  value !== null &&
  'access' in value &&
  typeof value.access === 'string' &&
  SENDABLE.test(value.access) &&
  'session' in value &&
  typeof value.session === 'string' &&
  'stale' in value &&
  typeof value.stale === 'number';

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
    if (returned === null) return null;
    const { query, request } = returned;
    const { autoLogin } = request;
    return begin(request, await authority.completeSignOn({ query, autoLogin }, signal));
  },

  signIn: async (credentials: Credentials, signal: AbortSignal): Promise<Tokens | Challenge> => {
    const granted = await authority.signIn(credentials, signal);
    const { company, autoLogin } = credentials;
    return 'token' in granted ? { ...granted, company, autoLogin } : begin(credentials, granted);
  },

  answer: async (form: AnswerForm, signal: AbortSignal): Promise<Tokens> =>
    begin(form.challenge, await authority.answer(form, signal)),
});

type Store = ReturnType<typeof createSessionStore>;

/** Creates the reading of messages of other tabs. */
const createReceiver = (store: Store, now: () => number) => (message: TabMessage) => {
  if (message.kind === 'signedIn') return { type: 'elsewhere.signedIn' } as const;
  const session = store.session();
  if (message.kind === 'signedOut') {
    // A page that is being opened does not know its session yet: that of the browser has ended.
    if (session !== null && message.session !== session) return null;
    store.forget();
    return { type: 'elsewhere.signedOut' } as const;
  }
  const { token } = message;
  // A page that is being opened has no session yet and takes that of the browser.
  const isOwn = session === null ? store.isRemembered() : message.session === session;
  if (!isOwn || !isSessionToken(token)) return null;
  store.renew(token);
  return { type: 'token.renewed', tokens: tokensOf(token, now) } as const;
};

/**
 * Creates the sign-out. A sign-out that does not reach the server is stored, and repeated when a page is opened: no
 * script can remove the cookie.
 */
const createSignOut = (authority: Authority, lasting: ExpiringStorage) => {
  const send = async (session: string | null, signal: AbortSignal): Promise<unknown> => {
    lasting.write(SIGN_OUT, { session });
    const answer = await authority.signOut(session, signal);
    lasting.remove(SIGN_OUT);
    return answer;
  };
  return {
    send,
    /** Repeats a sign-out that was stored. @returns false: the server cannot be reached yet */
    repeat: async (signal: AbortSignal): Promise<boolean> => {
      const stored = lasting.read(SIGN_OUT, isSignOut);
      if (stored === null) return true;
      return send(stored.session, signal).then(
        () => true,
        () => false,
      );
    },
  };
};

/**
 * Ports of the session machine that hold the access token and coordinate tabs, which share the cookie of the refresh
 * token. A refresh token works once, so tabs renew under a shared lock, check for another tab's renewal first, and
 * send the result to all tabs.
 *
 * @param isMarked whether a cookie of the server says that there is a session
 */
export const createTokenKeeper = (
  { lasting, passing }: { readonly lasting: ExpiringStorage; readonly passing: ExpiringStorage },
  authority: Authority,
  tabs: Tabs,
  departure: Departure,
  isMarked: () => boolean,
  now: () => number = Date.now,
) => {
  const store = createSessionStore(lasting, passing, isMarked, now);
  const signOut = createSignOut(authority, lasting);
  const tokenOf = ({ access, lifetime, session }: Grant): SessionToken => ({
    access,
    stale: now() + lifetime,
    session,
  });

  const steps = createSteps(authority, departure, (account, grant) => {
    const token = tokenOf(grant);
    store.begin(account, token);
    lasting.remove(SIGN_OUT);
    tabs.post({ kind: 'signedIn' });
    return tokensOf(token, now);
  });

  return {
    /** @param signal aborts the completion of a sign-in at an identity provider */
    recall: async (signal: AbortSignal): Promise<Recalled> => {
      const returned = await steps.comeBack(signal);
      if (returned !== null) return returned;
      return store.isRemembered() && (await signOut.repeat(signal)) && store.isRemembered()
        ? REMEMBERED
        : null;
    },

    signIn: steps.signIn,
    answer: steps.answer,
    depart: steps.depart,

    /** @param access the token to be replaced; null: none */
    refresh: (access: string | null, signal: AbortSignal): Promise<Tokens> =>
      tabs.exclusively(signal, async () => {
        const before = store.fresh(access);
        if (before !== null) return tokensOf(before, now);
        try {
          const token = tokenOf(await authority.refresh(store.presented(), signal));
          store.renew(token);
          tabs.post({ kind: 'renewed', session: token.session, token });
          return tokensOf(token, now);
        } catch (error) {
          if (isRefusal(failureOf(error))) store.forget();
          throw error;
        }
      }),

    revoke: (signal: AbortSignal): Promise<unknown> => {
      const session = store.session();
      store.forget();
      if (session !== null) tabs.post({ kind: 'signedOut', session });
      return signOut.send(session, signal);
    },

    account: store.account,

    /** The event that a message of another tab causes for this tab's session; null: none. */
    receive: createReceiver(store, now),
  };
};
