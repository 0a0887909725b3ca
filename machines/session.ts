import { assertEvent, assign, setup, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/**
 * `lifetime`: remaining validity of `access` in ms from now. The browser's clock is never compared with the server's.
 */
export interface Tokens {
  readonly access: string;
  readonly lifetime: number;
}

/** A cookie is left by which a token is granted. An object, because recordings keep no texts. */
export const REMEMBERED = { remembered: true } as const;
/** What is left of an earlier page: a cookie, or a sign-in that came back; null: neither. */
export type Recalled = typeof REMEMBERED | Tokens | null;

export interface Credentials {
  readonly company: string;
  readonly email: string;
  readonly password: string;
  /** Store the session beyond the closing of the browser. */
  readonly autoLogin: boolean;
}

/** A sign-in at the identity provider of the company. */
export interface SignOnRequest {
  readonly company: string;
  readonly autoLogin: boolean;
  /** Address to open after the sign-in; null: the dashboard. */
  readonly target: string | null;
}

/** The second step of a sign-in, which a code or a passkey completes. */
export interface Challenge {
  readonly token: string;
  /** Whether a code of an authenticator app completes it. */
  readonly hasApp: boolean;
  /** Whether a passkey completes it. */
  readonly hasPasskey: boolean;
  readonly company: string;
  readonly autoLogin: boolean;
}

/** `remember`: sign in from this browser without the second step for some time. */
export type ChallengeAnswer =
  /** Code of the authenticator app, or a recovery code. */
  | { readonly kind: 'code'; readonly code: string; readonly remember: boolean }
  /** A passkey, for which the browser asks. */
  | { readonly kind: 'passkey'; readonly remember: boolean };

/** A challenge that the server refuses as ended. */
const NO_CHALLENGE: Challenge = {
  token: '-',
  hasApp: false,
  hasPasskey: false,
  company: '',
  autoLogin: false,
};

/** Time in ms before expiry at which a token is renewed, so that running calls do not meet the expiry. */
export const REFRESH_MARGIN_MS = 60_000;
/** Delay in ms before the next renewal attempt after the server was unreachable or failed. */
export const RETRY_DELAY_MS = 5_000;
/** Time in ms in which the page of the identity provider replaces this one. */
export const DEPARTURE_MS = 10_000;
/** Maximum delay of a browser timer in ms (2^31 - 1); a longer one would fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * @returns whether the server refused the refresh token itself (401, 403, or 400 for a malformed token).
 *   Every other failure, of the network, a proxy, a rate limit or the server, states nothing about the session
 *   and may be temporary.
 */
export const isRefusal = ({ kind }: Failure): boolean => kind === 'denied' || kind === 'invalid';

/**
 * The signed-in user's session and its tokens.
 *
 *     restoring ──remembered──▶ refreshing
 *         │  └────came back─────▶ active
 *         └─────none · failure─▶ signedOut
 *     signedOut ──signIn──▶ signingIn ──granted──▶ active,  ──challenge──▶ challenged,  ──failure──▶ signedOut
 *     challenged ──answer──▶ answering ──granted──▶ active,  ──challenge ended──▶ signedOut,  ──failure──▶ challenged
 *     challenged ──cancel · signOut──▶ signedOut,  ──elsewhere.signedIn──▶ restoring
 *     signedOut ──signOn──▶ departing ──done──▶ away ──in 10 s──▶ signedOut,  departing ──failure──▶ signedOut
 *     signedOut ──elsewhere.signedIn──▶ restoring,  ──signOut──▶ signedOut, by choice
 *     active ──almost stale · token.rejected[current]──▶ refreshing,  ──token.renewed──▶ active (afresh)
 *     refreshing ──granted──▶ active,  ──refused──▶ signedOut,  ──any other failure──▶ waiting ──in 5 s · online──▶ refreshing
 *     active · refreshing · waiting ──signOut──▶ leaving ──done · failure──▶ signedOut
 *     active · refreshing · waiting ──elsewhere.signedOut──▶ signedOut
 *
 * A sign-in at an identity provider leaves the page in `away`. The page to which the provider leads back begins in
 * `restoring`, which completes the sign-in.
 *
 * However many calls are refused, there is one refresh: only the rejection of the current token leads to `refreshing`.
 * The refresh token is in a cookie that no script reads, so the access token, which is in memory, is granted anew to
 * each opened page. `signedOutByChoice` distinguishes a sign-out by choice from an ended session, and so a plain
 * sign-in page from a return to the work.
 */
export const sessionMachine = setup({
  types: {
    context: {} as {
      readonly tokens: Tokens | null;
      /** Null: no second step is awaited. */
      readonly challenge: Challenge | null;
      readonly failure: Failure | null;
      readonly signedOutByChoice: boolean;
    },
    events: {} as
      | { readonly type: 'signIn'; readonly credentials: Credentials }
      | { readonly type: 'signOn'; readonly request: SignOnRequest }
      | { readonly type: 'answer'; readonly answer: ChallengeAnswer }
      | { readonly type: 'cancel' }
      | { readonly type: 'signOut' }
      | { readonly type: 'online' }
      | { readonly type: 'token.rejected'; readonly access: string }
      | { readonly type: 'token.renewed'; readonly tokens: Tokens }
      | { readonly type: 'elsewhere.signedIn' }
      | { readonly type: 'elsewhere.signedOut' },
    tags: {} as 'busy' | 'out' | 'secondStep',
  },
  actors: {
    recall: port<Recalled>('recall'),
    signIn: port<Tokens | Challenge, Credentials>('signIn'),
    depart: port<unknown, SignOnRequest>('depart'),
    answer: port<Tokens, ChallengeAnswer & { readonly challenge: Challenge }>('answer'),
    refresh: port<Tokens, { readonly access: string | null }>('refresh'),
    revoke: port<unknown>('revoke'),
  },
  actions: {
    setTokens: assign((_, tokens: Tokens) => ({
      tokens,
      challenge: null,
      failure: null,
      signedOutByChoice: false,
    })),
    clearTokens: assign({ tokens: null }),
    setChallenge: assign((_, challenge: Challenge) => ({ challenge, failure: null })),
    clearChallenge: assign({ challenge: null, failure: null }),
    setFailure: assign((_, failure: Failure) => ({ failure })),
  },
  guards: {
    isRemembered: (_, recalled: Recalled) => recalled !== null && 'remembered' in recalled,
    isGranted: (_, recalled: Recalled) => recalled !== null && 'access' in recalled,
    isCurrent: ({ context }, access: string) => access === context.tokens?.access,
    isRefusal: (_, failure: Failure) => isRefusal(failure),
    isChallenged: (_, answer: Tokens | Challenge) => 'token' in answer,
    isChallengeEnded: (_, { code }: Failure) => code === 'challenge_ended',
  },
  delays: {
    almostStale: ({ context }) =>
      Math.min(MAX_TIMER_MS, Math.max(0, (context.tokens?.lifetime ?? 0) - REFRESH_MARGIN_MS)),
    retryDelay: RETRY_DELAY_MS,
    departure: DEPARTURE_MS,
  },
}).createMachine({
  id: 'session',
  context: { tokens: null, challenge: null, failure: null, signedOutByChoice: false },
  initial: 'restoring',
  states: {
    restoring: {
      tags: 'busy',
      invoke: {
        src: 'recall',
        onDone: [
          {
            guard: { type: 'isGranted', params: ({ event }) => event.output },
            target: 'active',
            actions: { type: 'setTokens', params: ({ event }) => event.output as Tokens },
          },
          {
            guard: { type: 'isRemembered', params: ({ event }) => event.output },
            target: 'refreshing',
            actions: assign({ failure: null, signedOutByChoice: false }),
          },
          { target: 'signedOut' },
        ],
        onError: {
          target: 'signedOut',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    signedOut: {
      tags: 'out',
      on: {
        signIn: 'signingIn',
        signOn: { target: 'departing', actions: assign({ failure: null }) },
        'elsewhere.signedIn': 'restoring',
        // Signing out on a locked page: another person uses the browser and does not need the previous session.
        signOut: { actions: assign({ signedOutByChoice: true, failure: null }) },
      },
    },
    signingIn: {
      tags: ['busy', 'out'],
      invoke: {
        src: 'signIn',
        input: ({ event }) => {
          assertEvent(event, 'signIn');
          return event.credentials;
        },
        onDone: [
          {
            guard: { type: 'isChallenged', params: ({ event }) => event.output },
            target: 'challenged',
            actions: { type: 'setChallenge', params: ({ event }) => event.output as Challenge },
          },
          {
            target: 'active',
            actions: { type: 'setTokens', params: ({ event }) => event.output as Tokens },
          },
        ],
        onError: {
          target: 'signedOut',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    departing: {
      tags: ['busy', 'out'],
      invoke: {
        src: 'depart',
        input: ({ event }) => {
          assertEvent(event, 'signOn');
          return event.request;
        },
        onDone: 'away',
        onError: {
          target: 'signedOut',
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
    },
    away: {
      tags: ['busy', 'out'],
      // The browser did not leave, or came back with its button.
      after: { departure: 'signedOut' },
    },
    challenged: {
      tags: ['out', 'secondStep'],
      on: {
        answer: 'answering',
        cancel: { target: 'signedOut', actions: 'clearChallenge' },
        'elsewhere.signedIn': { target: 'restoring', actions: 'clearChallenge' },
        // On a locked page: another person uses the browser.
        signOut: {
          target: 'signedOut',
          actions: ['clearChallenge', assign({ signedOutByChoice: true })],
        },
      },
    },
    answering: {
      tags: ['busy', 'out', 'secondStep'],
      invoke: {
        src: 'answer',
        input: ({ context, event }) => {
          assertEvent(event, 'answer');
          return { ...event.answer, challenge: context.challenge ?? NO_CHALLENGE };
        },
        onDone: { target: 'active', actions: { type: 'setTokens', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isChallengeEnded', params: ({ event }) => failureOf(event.error) },
            target: 'signedOut',
            actions: [
              'clearChallenge',
              { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
            ],
          },
          {
            target: 'challenged',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
          },
        ],
      },
    },
    active: {
      after: { almostStale: 'refreshing' },
      on: {
        'token.rejected': {
          guard: { type: 'isCurrent', params: ({ event }) => event.access },
          target: 'refreshing',
        },
        'token.renewed': {
          target: 'active',
          reenter: true,
          actions: { type: 'setTokens', params: ({ event }) => event.tokens },
        },
        signOut: 'leaving',
        'elsewhere.signedOut': {
          target: 'signedOut',
          actions: ['clearTokens', assign({ signedOutByChoice: true })],
        },
      },
    },
    refreshing: {
      tags: 'busy',
      invoke: {
        src: 'refresh',
        input: ({ context }) => ({ access: context.tokens?.access ?? null }),
        onDone: { target: 'active', actions: { type: 'setTokens', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isRefusal', params: ({ event }) => failureOf(event.error) },
            target: 'signedOut',
            actions: ['clearTokens', { type: 'setFailure', params: ({ event }) => failureOf(event.error) }],
          },
          {
            target: 'waiting',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
          },
        ],
      },
      on: {
        signOut: 'leaving',
        'elsewhere.signedOut': {
          target: 'signedOut',
          actions: ['clearTokens', assign({ signedOutByChoice: true })],
        },
      },
    },
    waiting: {
      after: { retryDelay: 'refreshing' },
      on: {
        online: 'refreshing',
        'token.renewed': {
          target: 'active',
          actions: { type: 'setTokens', params: ({ event }) => event.tokens },
        },
        signOut: 'leaving',
        'elsewhere.signedOut': {
          target: 'signedOut',
          actions: ['clearTokens', assign({ signedOutByChoice: true })],
        },
      },
    },
    leaving: {
      tags: 'busy',
      invoke: {
        src: 'revoke',
        onDone: 'signedOut',
        onError: 'signedOut',
      },
      exit: ['clearTokens', assign({ signedOutByChoice: true, failure: null })],
    },
  },
});

/**
 * @returns whether the tokens cannot be renewed now, because the server cannot be reached or fails; renewing
 *   is tried again
 */
export const isServerUnreachable = (session: SnapshotFrom<typeof sessionMachine>): boolean =>
  session.matches('waiting') || (session.matches('refreshing') && session.context.failure !== null);
