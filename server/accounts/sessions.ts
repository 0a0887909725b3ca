import { randomUUID } from 'node:crypto';
import type { Client } from '../http/client.ts';
import { Failure } from '../http/failures.ts';
import { accountOf, findAccount, noteSignIn, type Account } from '../store/postgres/accounts/accounts.ts';
import {
  beginSession,
  endSessionFor,
  endSessionOf,
  removeExpiredTokens,
  rotateRefreshToken,
  type SignInMethod,
} from '../store/postgres/accounts/refresh-tokens.ts';
import {
  countAttempt,
  discountAttempt,
  knownClients,
  noteUncheckedAttempt,
  removeAttempts,
  removeOldAttempts,
} from '../store/postgres/accounts/sign-in-attempts.ts';
import { isEmergencyUser, providerOfCode } from '../store/postgres/accounts/identity-providers.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { SECOND } from '../platform/time.ts';
import { isAddressAllowed, networkOf } from '../platform/allowed-addresses.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { rememberDevice } from '../store/postgres/accounts/remembered-devices.ts';
import { consumeChallenge, findChallenge } from '../store/postgres/accounts/sign-in-challenges.ts';
import type { Owner } from '../store/postgres/accounts/second-factors.ts';
import { DEVICE_LIFETIME_MS } from './device-cookie.ts';
import {
  askForPasskey,
  beginSecondStep,
  checkCode,
  checkPasskey,
  findSecondStep,
  type Challenge,
  type StepParts,
} from './second-step.ts';
import { REFRESH_LIFETIME_MS } from './session-cookie.ts';
import { newToken, sha256, successorOf } from './tokens.ts';
import { accountSubject, factorSubject, knownClientSubject, ACCOUNT, ADDRESS } from './login-throttle.ts';
import { isAppCode, readCode } from './one-time-codes.ts';
import { recordRefusedSignIn, recordUncheckedAttempts, type RefusedSignIn } from './sign-in-log.ts';
import type { Viewers } from '../http/visibility.ts';

/** A session that began or was refreshed, with its next refresh token. `family`: id of the session. */
export interface Grant {
  readonly userId: number;
  readonly companyId: number;
  readonly family: string;
  readonly refresh: string;
}

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

/** Makes a refresh token for a client, and what is stored of it. */
export const makeRefreshToken = (at: Date, client: Client, refresh = newToken()) => {
  const expiresAt = new Date(at.getTime() + REFRESH_LIFETIME_MS);
  return { refresh, stored: { hash: sha256(refresh), expiresAt, ...client } };
};

type SessionParts = StepParts & { readonly viewers: Viewers };

const requireNoWait = (seconds: number): void => {
  if (seconds > 0) throw new Failure('too_many_requests', { values: { seconds } });
};

/**
 * Counts an attempt of an account from an address.
 *
 * @param knownSubject finds the subject of a client that the owner of the account uses; null: another client
 * @returns the subject under which the attempt was counted
 * @throws {Failure} `too_many_requests`
 */
const countAttempts = async (
  db: Database,
  at: Date,
  place: string,
  account: string,
  knownSubject: () => Promise<string | null> = () => Promise.resolve(null),
): Promise<string> => {
  // The address is counted first: attempts of a delayed address must not delay the owner of the account.
  requireNoWait(await countAttempt(db, place, at, ADDRESS));
  const wait = await countAttempt(db, account, at, ACCOUNT);
  if (wait === 0) return account;
  const known = await knownSubject();
  const left = known === null ? wait : await countAttempt(db, known, at, ACCOUNT);
  if (known !== null && left === 0) return known;
  await noteUncheckedAttempt(db, account);
  throw new Failure('too_many_requests', { values: { seconds: left } });
};

interface Counted {
  readonly companyId: number;
  readonly userId: number;
  readonly place: string;
  /** Subjects under which attempts of the user were counted. */
  readonly subjects: readonly string[];
}

/** Takes back the attempts of an account after the right password or code, and records the unchecked ones. */
const forgetAttempts = async (
  db: Database,
  at: Date,
  { place, subjects, ...owner }: Counted,
): Promise<void> => {
  for (const subject of new Set(subjects)) {
    const unchecked = await removeAttempts(db, subject);
    await recordUncheckedAttempts(db, { ...owner, unchecked }, at);
  }
  await discountAttempt(db, place);
};

/**
 * Finds the subject of a client that the owner of an account uses: its address had a session of the user within 30 days,
 * or its browser is remembered. Both queries run for unknown accounts, too, so that the duration discloses nothing.
 */
const findKnownSubject = async (
  { db }: SessionParts,
  typed: { readonly companyCode: string; readonly email: string },
  { address, at }: Pick<Client, 'address'> & { readonly at: Date },
  deviceOf: (userId: number) => string | null,
): Promise<string | null> => {
  const userId = (await findAccount(db, typed))?.userId ?? 0;
  const device = deviceOf(userId);
  const network = networkOf(address);
  const known = await knownClients(db, userId, { at, device: device === null ? null : sha256(device) });
  const account = accountSubject('account', typed.companyCode, typed.email);
  if (device !== null && known.isRemembered)
    return knownClientSubject(account, sha256(device).toString('base64url'));
  return known.addresses.some(one => networkOf(one) === network)
    ? knownClientSubject(account, network)
    : null;
};

/** Why an account may not sign in; null: it may. */
const refusalOf = (found: Account, isRight: boolean, address: string): RefusedSignIn | null => {
  if (!isRight) return 'password';
  if (!found.active) return 'inactive';
  return isAddressAllowed(found.loginAllowedIps, address) ? null : 'address';
};

/** Notes a session that began, and removes what has expired. */
export const noteSession = async (db: Database, userId: number, at: Date): Promise<void> => {
  await noteSignIn(db, userId, at);
  await removeExpiredTokens(db, userId, at);
  for (const attempts of await removeOldAttempts(db, at)) await recordUncheckedAttempts(db, attempts, at);
};

const placeOf = (address: string): string => `address:${networkOf(address)}`;

/**
 * Refuses passwords where the company forces single sign-on, except those of administrators for emergencies. Every
 * refusal is the same, so that it does not name them.
 *
 * @param account whose password is right; null: none
 * @throws {Failure} `single_sign_on_required`
 */
const requirePasswords = async (
  db: Database,
  { companyCode, email }: { readonly companyCode: string; readonly email: string },
  account: Account | null,
): Promise<void> => {
  const provider = await providerOfCode(db, companyCode);
  if (provider?.forced !== true) return;
  if (account?.base !== 'admin' || !isEmergencyUser(provider, email))
    throw new Failure('single_sign_on_required');
};

/** Creates the first step of a sign-in: company, email address and password. */
const createSignIn = (parts: SessionParts): Sessions['signIn'] => {
  const { db, clock } = parts;
  // Hash that is verified where no account exists, so that a refusal takes equally long.
  const nobody = hashPassword(newToken());
  // A rejection is handled where the hash is awaited.
  nobody.catch(() => undefined);

  return async ({ companyCode, email, password }, client, deviceOf) => {
    const { address } = client;
    const at = new Date(clock.now());
    const account = accountSubject('account', companyCode, email);
    const subject = await countAttempts(db, at, placeOf(address), account, () =>
      findKnownSubject(parts, { companyCode, email }, { address, at }, deviceOf),
    );

    const found = await findAccount(db, { companyCode, email });
    const right = await verifyPassword(found?.password ?? (await nobody), password);
    const refusal = found && refusalOf(found, right, address);
    if (found !== null && refusal !== null)
      await recordRefusedSignIn(db, found, account, { at, ...client }, refusal);
    await requirePasswords(db, { companyCode, email }, refusal === null ? found : null);
    if (found === null || refusal !== null) throw new Failure('signin_refused');
    const { userId, companyId } = found;
    const counted = { userId, companyId, place: placeOf(address), subjects: [account, subject] };
    const step = await findSecondStep(parts, found, { at, ...client }, deviceOf(userId));
    if (typeof step === 'object') {
      const challenge = await beginSecondStep(parts, found, found.password, step);
      if (challenge === null) throw new Failure('signin_refused');
      await forgetAttempts(db, at, counted);
      return challenge;
    }
    const { refresh, stored } = makeRefreshToken(at, client);
    const grant = { userId, companyId, family: randomUUID() };
    const method: SignInMethod = step === 'remembered' ? 'password, remembered_device' : 'password';
    const row = { ...grant, ...stored, createdAt: at, startedAt: at, method };
    if (!(await beginSession(db, row, found.password))) throw new Failure('signin_refused');
    await forgetAttempts(db, at, counted);
    await noteSession(db, found.userId, at);
    return { ...grant, refresh };
  };
};

/** Requires that the user of a challenge may sign in from an address. @throws {Failure} `challenge_ended` */
const requireOpenAccount = async (db: Database, owner: Owner, address: string): Promise<void> => {
  const account = await accountOf(db, owner);
  if (account === null || !account.active || !isAddressAllowed(account.loginAllowedIps, address))
    throw new Failure('challenge_ended');
};

/** Creates the request for a passkey at the second step of a sign-in. */
const createPasskeyRequest =
  (parts: SessionParts): Sessions['askForPasskey'] =>
  async (challenge, { address }) => {
    const { db, clock } = parts;
    const at = new Date(clock.now());
    const hash = sha256(challenge);
    const owner = await findChallenge(db, hash, at);
    if (owner === null) throw new Failure('challenge_ended');
    await requireOpenAccount(db, owner, address);
    return askForPasskey(parts, owner, { hash, at });
  };

/** Reasons of refused answers by their failure. */
const REFUSED_ANSWERS: Readonly<Record<string, RefusedSignIn>> = {
  code_refused: 'code',
  passkey_refused: 'passkey',
};

/** Checks the answer to a challenge. @returns spends it in the transaction of the session that begins */
const checkAnswer = (
  parts: SessionParts,
  owner: Owner,
  answer: ChallengeAnswer,
  { hash, at, address }: { readonly hash: Buffer; readonly at: Date; readonly address: string },
): Promise<(tx: Database) => Promise<void>> =>
  'code' in answer
    ? checkCode(parts, owner, answer.code, { ip: address, at })
    : checkPasskey(parts, owner, answer.credential, { hash, at });

/** How the user of an answered challenge signed in, for the audit log. */
const methodOf = (answer: ChallengeAnswer): SignInMethod => {
  if ('credential' in answer) return 'password, passkey';
  return isAppCode(readCode(answer.code)) ? 'password, code' : 'password, recovery_code';
};

/** Creates the second step of a sign-in. */
const createAnswer =
  (parts: SessionParts): Sessions['answerChallenge'] =>
  async ({ challenge, answer, remember }, client) => {
    const { db, clock } = parts;
    const { address, userAgent } = client;
    const at = new Date(clock.now());
    const hash = sha256(challenge);
    const owner = await findChallenge(db, hash, at);
    if (owner === null) throw new Failure('challenge_ended');
    // Refused codes are counted by the user, not by the challenge: another sign-in gives no further guesses.
    const subject = factorSubject(owner.userId);
    await countAttempts(db, at, placeOf(address), subject);
    await requireOpenAccount(db, owner, address);
    const spend = await checkAnswer(parts, owner, answer, { hash, at, address }).catch(
      async (error: unknown) => {
        const reason = error instanceof Failure ? REFUSED_ANSWERS[error.code] : undefined;
        if (reason !== undefined) await recordRefusedSignIn(db, owner, subject, { at, ...client }, reason);
        throw error;
      },
    );

    const { refresh, stored } = makeRefreshToken(at, client);
    const grant = { ...owner, family: randomUUID() };
    const device = remember ? newToken() : null;
    const row = { ...grant, ...stored, createdAt: at, startedAt: at, method: methodOf(answer) };
    const isBegun = await beginSession(db, row, null, async tx => {
      if (!(await consumeChallenge(tx, hash, at))) throw new Failure('challenge_ended');
      await spend(tx);
      if (device === null) return;
      const expiresAt = new Date(at.getTime() + DEVICE_LIFETIME_MS);
      await rememberDevice(tx, { ...owner, hash: sha256(device), address, userAgent, expiresAt }, at);
    });
    if (!isBegun) throw new Failure('challenge_ended');
    await forgetAttempts(db, at, { ...owner, place: placeOf(address), subjects: [subject] });
    await noteSession(db, owner.userId, at);
    return { ...grant, refresh, device };
  };

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
