import { Failure } from '../http/failures.ts';
import type { Message } from '../mail/message.ts';
import type { Dependencies } from '../dependencies.ts';
import { isEmergencyUser, providerOfCode } from '../store/postgres/accounts/identity-providers.ts';
import { countAttempt, removeAttemptsOfAccount } from '../store/postgres/accounts/sign-in-attempts.ts';
import { orderMail } from '../store/postgres/accounts/mails.ts';
import {
  storeReset,
  ownerByEmail,
  ownerOfReset,
  setPassword,
  consumeReset,
  type PasswordOwner,
} from '../store/postgres/accounts/passwords.ts';
import type { ResetOrder } from '../store/postgres/schema/index.ts';
import { HOUR } from '../platform/time.ts';
import { networkOf } from '../platform/allowed-addresses.ts';
import { orderCredentialMail } from './credential-mail.ts';
import { faultsOfPassword, hashPassword } from './passwords.ts';
import { resetMail } from './reset-mail.ts';
import { newToken, sha256 } from './tokens.ts';
import { accountSubject, ADDRESS, LINK_MAILS } from './login-throttle.ts';
import type { Viewers } from '../http/visibility.ts';
import type { Locale } from '../wording/words.ts';

const LINK_LIFETIME = HOUR;

/** Password resets: requests of a link, and the use of a link. */
export interface Resets {
  /**
   * Queues the mail with the link. The account is looked up when the mail is composed, so neither the answer nor its
   * duration discloses whether the account exists.
   *
   * @throws {Failure} `too_many_requests`, for existing and missing accounts alike
   */
  ask(
    form: { companyCode: string; email: string; locale: ResetOrder['locale'] },
    address: string,
  ): Promise<void>;
  /**
   * The user of an open link.
   *
   * @throws {Failure} `reset_refused`: the link is used, expired or unknown
   */
  open(token: string): Promise<PasswordOwner>;
  /**
   * Sets a new password, ends all sessions of the user, and tells the user by mail.
   *
   * @throws {Failure} `reset_refused`: the link is used, expired or unknown; `invalid`: the password is refused and
   *   the link remains valid
   */
  redeem(form: { token: string; password: string }, address: string, locale: Locale): Promise<void>;
}

export const createResets = (parts: Pick<Dependencies, 'db' | 'clock'>, viewers: Viewers): Resets => {
  const { db, clock } = parts;
  const open = async (token: string): Promise<PasswordOwner> => {
    const owner = await ownerOfReset(db, sha256(token), new Date(clock.now()));
    if (owner === null) throw new Failure('reset_refused');
    return owner;
  };
  return {
    open,

    ask: async ({ companyCode, email, locale }, address) => {
      const at = new Date(clock.now());
      const wait =
        (await countAttempt(db, `reset-from:${networkOf(address)}`, at, ADDRESS)) ||
        (await countAttempt(db, accountSubject('reset', companyCode, email), at, LINK_MAILS));
      if (wait > 0) throw new Failure('too_many_requests', { values: { seconds: wait } });
      await orderMail(db, { kind: 'password_reset', companyCode, email, locale }, at);
    },

    redeem: async ({ token, password }, ip, locale) => {
      const at = new Date(clock.now());
      const hash = sha256(token);
      const owner = await open(token);
      const faults = faultsOfPassword(password, owner);
      if (faults.length > 0) throw new Failure('invalid', { fields: { password: faults } });
      const passwordHash = await hashPassword(password);
      await db.transaction(async tx => {
        if (!(await consumeReset(tx, hash, at))) throw new Failure('reset_refused');
        const author = { companyId: owner.companyId, userId: owner.userId, ip, at };
        await setPassword(tx, owner, { password: passwordHash, author, keep: null });
        await orderCredentialMail(tx, author, 'password_changed', { userId: owner.userId, locale });
        // Earlier failed attempts must not delay the owner's next sign-in.
        await removeAttemptsOfAccount(tx, accountSubject('account', owner.companyCode, owner.email));
      });
      viewers.forget(owner.companyId);
    },
  };
};

export type LinkParts = Pick<Dependencies, 'db' | 'clock' | 'settings'>;

/**
 * Creates a link with which a user sets a new password once. The token is in the fragment of the address, which
 * browsers do not send, so that no access log or proxy records it.
 */
export const makePasswordLink = async (
  { db, clock, settings }: LinkParts,
  who: { readonly userId: number; readonly companyId: number },
): Promise<string> => {
  const token = newToken();
  const at = clock.now();
  await storeReset(db, {
    userId: who.userId,
    companyId: who.companyId,
    hash: sha256(token),
    createdAt: new Date(at),
    expiresAt: new Date(at + LINK_LIFETIME),
  });
  return `${settings.publicUrl}/reset-password#token=${token}`;
};

/**
 * Composes password reset mails; null: no such account, or its company forces single sign-on. Each has its own token,
 * of which only the hash is stored.
 */
export const composeReset =
  (parts: LinkParts) =>
  async ({ companyCode, email, locale }: ResetOrder): Promise<Message | null> => {
    const owner = await ownerByEmail(parts.db, { companyCode, email });
    const provider = await providerOfCode(parts.db, companyCode);
    if (provider?.forced === true && !isEmergencyUser(provider, email)) return null;
    return owner === null ? null : resetMail(locale, owner, await makePasswordLink(parts, owner));
  };
