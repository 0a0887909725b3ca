import type { Client } from '../http/client.ts';
import { Failure } from '../http/failures.ts';
import type { Viewers } from '../http/visibility.ts';
import { isAddressAllowed } from '../platform/allowed-addresses.ts';
import { SECOND } from '../platform/time.ts';
import { accountOf } from '../store/postgres/accounts/accounts.ts';
import {
  endSessionFor,
  endSessionOf,
  rotateRefreshToken,
} from '../store/postgres/accounts/refresh-tokens.ts';
import { createAnswer, createPasskeyRequest } from './challenge-step.ts';
import { makeRefreshToken, type Grant } from './new-session.ts';
import { createSignIn } from './password-step.ts';
import type { Challenge, StepParts } from './second-step.ts';
import { newToken, sha256, successorOf } from './tokens.ts';

/** A session that began by the second step. `device`: token by which the browser is remembered; null: it is not. */
export interface SecondStepGrant extends Grant {
  readonly device: string | null;
}

/** What answers a challenge: a typed code, or the JSON of a credential. */
export type ChallengeAnswer = { readonly code: string } | { readonly credential: string };

export interface Sessions {
  /**
   * @param deviceOf reads the token by which the browser is remembered for a user; null: it is not
   * @returns a challenge if the user has a second factor and the browser is not remembered
   * @throws {Failure} `signin_refused`, for any wrong credential alike; `single_sign_on_required`, where the company
   *   forces single sign-on; `too_many_requests`
   */
  signIn(
    form: { companyCode: string; email: string; password: string },
    client: Client,
    deviceOf: (userId: number) => string | null,
  ): Promise<Grant | Challenge>;
  /**
   * Asks for a passkey as the answer to the challenge of a sign-in.
   *
   * @returns options for the browser, as JSON
   * @throws {Failure} `challenge_ended`, also if the user has no passkey; `passkeys_unavailable`
   */
  askForPasskey(challenge: string, client: Client): Promise<string>;
  /**
   * Answers the challenge of a sign-in with a code of the app, a recovery code or a passkey.
   *
   * @throws {Failure} `challenge_ended`: it is unknown, answered or expired, or the account has changed; `code_refused`,
   *   for a wrong code and a used one alike; `passkey_refused`; `too_many_requests`: too many refused answers
   */
  answerChallenge(
    form: { challenge: string; answer: ChallengeAnswer; remember: boolean },
    client: Client,
  ): Promise<SecondStepGrant>;
  /**
   * @throws {Failure} `session_ended`: the token was used before (which ends the session), ended, expired or unknown,
   *   or the user may no longer sign in from this address; `session_replaced`: the token is of another session than
   *   the expected one, and stays as it is
   */
  refresh(token: string, client: Client, expected: ExpectedSession): Promise<Grant>;
  /**
   * Ends the session of a refresh token; an unknown token is ignored.
   *
   * @param session session that is expected; null: any
   * @returns false: the token is of another session, which goes on
   */
  signOut(token: string, client: Client, session: string | null): Promise<boolean>;
}

/** What a refresh is expected to be of. */
export interface ExpectedSession {
  /** Null: any session. */
  readonly session: string | null;
  /**
   * Whether the next token goes into a cookie. An answer that a browser does not wait for leaves the spent token in the
   * cookie, so a repetition within `REPEAT_MS` gets the same next token again.
   */
  readonly isCookie: boolean;
}

/** Time in which the refresh with a token of a cookie may be repeated, as long as the next token is not used. */
const REPEAT_MS = 30 * SECOND;

type SessionParts = StepParts & { readonly viewers: Viewers };

/** Creates the sign-in, refresh and sign-out of sessions. */
export const createSessions = (parts: SessionParts): Sessions => {
  const { db, clock, secrets, viewers } = parts;
  return {
    signIn: createSignIn(parts),
    askForPasskey: createPasskeyRequest(parts),
    answerChallenge: createAnswer(parts),

    refresh: async (token, client, { session, isCookie }) => {
      const at = new Date(clock.now());
      const next = isCookie ? successorOf(token, secrets.jwt.current()) : newToken();
      const { refresh, stored } = makeRefreshToken(at, client, next);
      const repeatableSince = new Date(at.getTime() - REPEAT_MS);
      const spent = { hash: sha256(token), session, repeatableSince };
      const rotation = await rotateRefreshToken(db, spent, { ...stored, at });
      if (rotation.kind === 'unknown') throw new Failure('session_ended');
      if (rotation.kind === 'other') throw new Failure('session_replaced');
      const { kind, ...grant } = rotation;
      const account = kind === 'reused' ? null : await accountOf(db, grant);
      if (account === null || !account.active || !isAddressAllowed(account.loginAllowedIps, client.address)) {
        await db.transaction(tx => endSessionFor(tx, grant, { at, ...client }, 'access_ended'));
        viewers.forget(grant.companyId);
        throw new Failure('session_ended');
      }
      return { ...grant, refresh };
    },

    signOut: async (token, client, session) => {
      const hash = sha256(token);
      const ended = await endSessionOf(db, { hash, session }, { at: new Date(clock.now()), ...client });
      if (ended === 'other') return false;
      if (ended !== null) viewers.forget(ended.companyId);
      return true;
    },
  };
};
