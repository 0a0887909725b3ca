import { randomUUID } from 'node:crypto';
import { Failure } from '../http/failures.ts';
import { isAddressAllowed } from '../platform/allowed-addresses.ts';
import { accountOf } from '../store/postgres/accounts/accounts.ts';
import { beginSession, type SignInMethod } from '../store/postgres/accounts/refresh-tokens.ts';
import { rememberDevice } from '../store/postgres/accounts/remembered-devices.ts';
import type { Owner } from '../store/postgres/accounts/second-factors.ts';
import { consumeChallenge, findChallenge } from '../store/postgres/accounts/sign-in-challenges.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { addressSubject, countAttempts, forgetAttempts } from './counted-attempts.ts';
import { DEVICE_LIFETIME_MS } from './device-cookie.ts';
import { factorSubject } from './login-throttle.ts';
import { makeRefreshToken, noteSession } from './new-session.ts';
import { isAppCode, readCode } from './one-time-codes.ts';
import { askForPasskey, checkCode, checkPasskey, type StepParts } from './second-step.ts';
import type { ChallengeAnswer, Sessions } from './sessions.ts';
import { recordRefusedSignIn, type RefusedSignIn } from './sign-in-log.ts';
import { newToken, sha256 } from './tokens.ts';

/** Requires that the user of a challenge may sign in from an address. @throws {Failure} `challenge_ended` */
const requireOpenAccount = async (db: Database, owner: Owner, address: string): Promise<void> => {
  const account = await accountOf(db, owner);
  if (account === null || !account.active || !isAddressAllowed(account.loginAllowedIps, address))
    throw new Failure('challenge_ended');
};

/** Creates the request for a passkey at the second step of a sign-in. */
export const createPasskeyRequest =
  (parts: StepParts): Sessions['askForPasskey'] =>
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
  parts: StepParts,
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
export const createAnswer =
  (parts: StepParts): Sessions['answerChallenge'] =>
  async ({ challenge, answer, remember }, client) => {
    const { db, clock } = parts;
    const { address, userAgent } = client;
    const at = new Date(clock.now());
    const hash = sha256(challenge);
    const owner = await findChallenge(db, hash, at);
    if (owner === null) throw new Failure('challenge_ended');
    // Refused codes are counted by the user, not by the challenge: another sign-in gives no further guesses.
    const subject = factorSubject(owner.userId);
    await countAttempts(db, at, addressSubject(address), subject);
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
    await forgetAttempts(db, at, { ...owner, place: addressSubject(address), subjects: [subject] });
    await noteSession(db, owner.userId, at);
    return { ...grant, refresh, device };
  };
