import type { Static } from '@fastify/type-provider-typebox';
import type { Dependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import type { Creation } from '../http/idempotency.ts';
import type { Message } from '../mail/message.ts';
import { DAY } from '../platform/time.ts';
import {
  acceptInvitation,
  insertInvitation,
  openInvitation,
  openInvitationByLink,
  renewInvitation,
  storeInvitationLink,
  type InvitationValues,
  type OpenInvitation,
} from '../store/postgres/accounts/invitations.ts';
import { forgetInvitationMails, orderMail } from '../store/postgres/accounts/mails.ts';
import { countAttempt } from '../store/postgres/accounts/sign-in-attempts.ts';
import type { Author } from '../store/postgres/engine/audit-log.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import type { InvitationOrder } from '../store/postgres/schema/index.ts';
import { invitationMail } from './invitation-mail.ts';
import { LINK_MAILS } from './login-throttle.ts';
import { faultsOfPassword, hashPassword } from './passwords.ts';
import type { AcceptanceForm } from './schemas.ts';
import { newToken, sha256 } from './tokens.ts';
import { nameOf } from './user-changes.ts';

/** Invitations: sending, renewing and accepting them. */

const INVITATION_LIFETIME_MS = 7 * DAY;

type Parts = Pick<Dependencies, 'db' | 'clock' | 'settings'>;

/** How an invitation reaches the person: by email, or by a link that the inviter passes on. */
export type InvitationWay = 'mail' | 'link';

/** An invitation that was sent or renewed. */
export interface SentInvitation {
  readonly id: number;
  readonly expiresAt: Date;
  /** Null: it is mailed. */
  readonly link: string | null;
}

/** Without a mail server the inviter passes the link on. */
export const invitationWay = ({ smtpUrl }: Parts['settings']): InvitationWay =>
  smtpUrl === null ? 'link' : 'mail';

/**
 * Creates the link of an invitation; a former link ends. The token is in the fragment of the address, which browsers
 * do not send, so that no access log or proxy records it.
 */
const makeLink = async ({ db, settings }: Parts, id: number): Promise<string> => {
  const token = newToken();
  await storeInvitationLink(db, id, sha256(token));
  return `${settings.publicUrl}/accept-invitation#token=${token}`;
};

/** Queues the mail of an invitation in place of former ones that were not sent yet. */
const orderInvitation = async (
  db: Database,
  { companyId, at }: Author,
  invitationId: number,
): Promise<void> => {
  await forgetInvitationMails(db, invitationId);
  await orderMail(db, { kind: 'invitation', companyId, invitationId }, at);
};

/**
 * Invites a person to a company, once per idempotency key. A repeated request without mail gets a new link, because
 * only the hash of the first one is stored.
 *
 * @throws {Failure} `invalid`
 */
export const invite = async (
  parts: Parts,
  author: Author,
  values: InvitationValues,
  { by, creation = null }: { readonly by: InvitationWay; readonly creation?: Creation | null },
): Promise<SentInvitation> => {
  const expiresAt = new Date(author.at.getTime() + INVITATION_LIFETIME_MS);
  const id = await insertInvitation(parts.db, author, values, { expiresAt, creation }, (tx, made) =>
    by === 'mail' ? orderInvitation(tx, author, made) : Promise.resolve(),
  );
  return { id, expiresAt, link: by === 'link' ? await makeLink(parts, id) : null };
};

/**
 * Sends an invitation again, with a new link and a new expiry.
 *
 * @throws {Failure} `not_found`; `too_many_requests`: it was sent several times in a short time
 */
export const resend = async (
  parts: Parts,
  author: Author,
  id: number,
  by: InvitationWay,
): Promise<SentInvitation> => {
  const expiresAt = new Date(author.at.getTime() + INVITATION_LIFETIME_MS);
  await renewInvitation(parts.db, author, id, expiresAt, async tx => {
    if (by === 'link') return forgetInvitationMails(tx, id);
    const wait = await countAttempt(tx, `invitation:${id}`, author.at, LINK_MAILS);
    if (wait > 0) throw new Failure('too_many_requests', { values: { seconds: wait } });
    await orderInvitation(tx, author, id);
  });
  return { id, expiresAt, link: by === 'link' ? await makeLink(parts, id) : null };
};

/** Finds the invitation of a link's token. @throws {Failure} `invitation_refused` */
export const invitationOfLink = async ({ db, clock }: Parts, token: string): Promise<OpenInvitation> => {
  const found = await openInvitationByLink(db, sha256(token), new Date(clock.now()));
  if (found === null) throw new Failure('invitation_refused');
  return found;
};

/**
 * Makes the user of an invitation. A refused name or password does not use up the link.
 *
 * @returns what the new user signs in with
 * @throws {Failure} `invitation_refused`; `invalid`
 */
export const accept = async (
  parts: Parts,
  { token, user_name, password }: Static<typeof AcceptanceForm>,
  ip: string,
): Promise<Pick<OpenInvitation, 'companyCode' | 'email'>> => {
  const found = await invitationOfLink(parts, token);
  const name = nameOf(user_name);
  const faults = faultsOfPassword(password, { name, email: found.email });
  if (faults.length > 0) throw new Failure('invalid', { fields: { password: faults } });
  await acceptInvitation(parts.db, found, {
    hash: sha256(token),
    name,
    password: await hashPassword(password),
    ip,
    at: new Date(parts.clock.now()),
  });
  return found;
};

/** Composes the mail of an invitation, with a link of its own; null: the invitation is no longer open. */
export const composeInvitation =
  (parts: Parts) =>
  async ({ invitationId }: InvitationOrder): Promise<Message | null> => {
    const found = await openInvitation(parts.db, invitationId);
    return found === null ? null : invitationMail(found, await makeLink(parts, found.id));
  };
