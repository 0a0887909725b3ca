import { and, eq, gt, isNull, sql, type SQL } from 'drizzle-orm';
import type { RoleBase } from '../../../http/visibility.ts';
import { Failure } from '../../../http/failures.ts';
import type { Creation } from '../../../http/idempotency.ts';
import { withCompanyLock } from '../engine/advisory-lock.ts';
import { recordChanges, type Author } from '../engine/audit-log.ts';
import type { Database } from '../engine/database.ts';
import { makeOnce } from '../engine/idempotency.ts';
import type { Guard } from '../entities/entity-write-plan.ts';
import { insertEntity, markEntities } from '../entities/entity-writes.ts';
import { agency, company, invitation, role, user } from '../schema/index.ts';
import { baseOf, insertUserIn, referredOf, requireFit, requireUninvited } from './users.ts';

/** Invitations of people to a company, from the order of the mail to the user that an accepted one becomes. */

/** An invitation in the form of the API: role and agency by id. */
export interface InvitationValues {
  readonly email: string;
  readonly role: number;
  readonly agency: number | null;
  readonly locale: typeof invitation.$inferSelect.locale;
}

/** An invitation that can be accepted, for its mail and for the page of its link. */
export interface OpenInvitation {
  readonly id: number;
  readonly companyId: number;
  readonly companyCode: string;
  readonly companyName: string;
  readonly email: string;
  readonly role: number;
  readonly roleName: string;
  readonly roleCode: string;
  readonly roleBase: RoleBase;
  readonly agency: number | null;
  readonly locale: InvitationValues['locale'];
  readonly invitedBy: number | null;
  readonly expiresAt: Date;
}

const isUnaccepted = and(invitation.status, isNull(invitation.acceptedAt));
/** @throws {Failure} `invalid`: a user of the company, deleted or not, has this address */
const requireNewAddress = async (tx: Database, companyId: number, email: string): Promise<void> => {
  const [known] = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.companyId, companyId), sql`lower(${user.email}) = lower(${email})`));
  if (known !== undefined) throw new Failure('invalid', { fields: { email: ['taken'] } });
};

/**
 * Inserts an invitation, once per idempotency key.
 * @param expiresAt time until which it can be accepted
 * @param onMade called in the transaction with the id of a new invitation
 * @returns the invitation's id
 * @throws {Failure} `invalid`: the address is in use or invited, or role and agency do not exist or do not match
 */
export const insertInvitation = (
  db: Database,
  author: Author,
  values: InvitationValues,
  { expiresAt, creation = null }: { readonly expiresAt: Date; readonly creation?: Creation | null },
  onMade: (tx: Database, id: number) => Promise<unknown>,
): Promise<number> =>
  withCompanyLock(db, author.companyId, tx =>
    makeOnce(tx, author, creation, async () => {
      requireFit(await baseOf(tx, author.companyId, values.role), values.agency);
      await requireNewAddress(tx, author.companyId, values.email);
      await requireUninvited(tx, author.companyId, values.email);
      const fields = { ...values };
      const plan = { values: fields, referred: referredOf(values), before: null, after: fields };
      const hidden = { invitedBy: author.userId, expiresAt };
      const id = await insertEntity(tx, 'invitations', author, plan, { hidden });
      await onMade(tx, id);
      return id;
    }),
  );

/**
 * Extends an unaccepted invitation. Its former link ends.
 * @param onRenewed called in the transaction
 * @throws {Failure} `not_found`: there is none, or it is accepted or withdrawn
 */
export const renewInvitation = (
  db: Database,
  author: Author,
  id: number,
  expiresAt: Date,
  onRenewed: (tx: Database, id: number) => Promise<unknown>,
): Promise<void> =>
  db.transaction(async tx => {
    const own = and(eq(invitation.id, id), eq(invitation.companyId, author.companyId), isUnaccepted);
    const [before] = await tx
      .select({ expiresAt: invitation.expiresAt })
      .from(invitation)
      .where(own)
      .for('no key update');
    if (before === undefined) throw new Failure('not_found');
    await tx.update(invitation).set({ expiresAt, hash: null, updatedAt: author.at }).where(own);
    await recordChanges(tx, author, 'invitations', [
      {
        rowId: id,
        action: 'update',
        before: { expires_at: before.expiresAt.toISOString() },
        after: { expires_at: expiresAt.toISOString() },
      },
    ]);
    await onRenewed(tx, id);
  });

const requireUnaccepted: Guard = async (tx, { id }) => {
  const [open] = await tx
    .select({ id: invitation.id })
    .from(invitation)
    .where(and(eq(invitation.id, id), isNull(invitation.acceptedAt)));
  if (open === undefined) throw new Failure('not_found');
};

/** Withdraws an invitation; its link ends. @throws {Failure} `not_found`: there is none, or it is accepted */
export const withdrawInvitation = (db: Database, author: Author, id: number): Promise<void> =>
  db.transaction(async tx => {
    await markEntities(tx, 'invitations', author, [id], false, { guard: requireUnaccepted });
    await tx
      .update(invitation)
      .set({ hash: null, updatedAt: sql`${invitation.updatedAt}` })
      .where(eq(invitation.id, id));
  });

/** Stores the token of a new link, which replaces the former one. @param hash SHA-256 of the token */
export const storeInvitationLink = async (db: Database, id: number, hash: Buffer): Promise<void> => {
  await db
    .update(invitation)
    .set({ hash, updatedAt: sql`${invitation.updatedAt}` })
    .where(and(eq(invitation.id, id), isUnaccepted));
};

const findOpen = async (db: Database, where: SQL | undefined): Promise<OpenInvitation | null> => {
  const [found] = await db
    .select({
      id: invitation.id,
      companyId: invitation.companyId,
      companyCode: company.code,
      companyName: company.name,
      email: invitation.email,
      role: invitation.roleId,
      roleName: role.name,
      roleCode: role.code,
      roleBase: role.base,
      agency: invitation.agencyId,
      locale: invitation.locale,
      invitedBy: invitation.invitedBy,
      expiresAt: invitation.expiresAt,
    })
    .from(invitation)
    .innerJoin(company, and(eq(company.id, invitation.companyId), company.status))
    .innerJoin(
      role,
      and(eq(role.id, invitation.roleId), eq(role.companyId, invitation.companyId), role.status),
    )
    .leftJoin(
      agency,
      and(eq(agency.id, invitation.agencyId), eq(agency.companyId, invitation.companyId), agency.status),
    )
    // Role and agency may have changed since the invitation.
    .where(and(where, isUnaccepted, sql`(${role.base} = 'agency') = (${agency.id} is not null)`));
  return found ?? null;
};

/** Finds an invitation that can be accepted by its id; null: it is accepted, withdrawn or out of date. */
export const openInvitation = (db: Database, id: number): Promise<OpenInvitation | null> =>
  findOpen(db, eq(invitation.id, id));

/** Finds an invitation by the token of its link. @param hash SHA-256 of the token @param at time of use */
export const openInvitationByLink = (db: Database, hash: Buffer, at: Date): Promise<OpenInvitation | null> =>
  findOpen(db, and(eq(invitation.hash, hash), gt(invitation.expiresAt, at)));

const ofAddress = (companyId: number, email: string) =>
  and(eq(invitation.companyId, companyId), sql`lower(${invitation.email}) = lower(${email})`);

/** Finds the invitation of an address that can be accepted; null: none. @param at time of the acceptance */
export const openInvitationOf = async (
  db: Database,
  companyId: number,
  email: string,
  at: Date,
): Promise<OpenInvitation | null> => {
  const found = await findOpen(db, and(ofAddress(companyId, email), gt(invitation.expiresAt, at)));
  // PostgreSQL's folding is wider than that of JavaScript, as for accounts.
  return found?.email.toLowerCase() === email.toLowerCase() ? found : null;
};

/**
 * Marks the invitation of an address as accepted, expired or not, because the address has a user now.
 * @param author the acceptance is that of the new user, or of the program that made the user
 */
export const endInvitationOf = async (tx: Database, author: Author, email: string): Promise<void> => {
  const accepted = await tx
    .update(invitation)
    .set({ acceptedAt: author.at, hash: null, updatedAt: author.at })
    .where(and(ofAddress(author.companyId, email), isUnaccepted))
    .returning({ id: invitation.id });
  await recordChanges(
    tx,
    author,
    'invitations',
    accepted.map(({ id }) => ({
      rowId: id,
      action: 'update',
      before: { accepted: false },
      after: { accepted: true },
    })),
  );
};

/** Finds the unaccepted invitation of an administrator by the address; null: none. */
export const administratorInvitation = async (
  db: Database,
  companyId: number,
  email: string,
): Promise<number | null> => {
  const [found] = await db
    .select({ id: invitation.id })
    .from(invitation)
    .innerJoin(
      role,
      and(eq(role.id, invitation.roleId), eq(role.companyId, invitation.companyId), eq(role.base, 'admin')),
    )
    .where(and(ofAddress(companyId, email), isUnaccepted));
  return found?.id ?? null;
};

/** An accepted invitation: the name and the password hash of the new user. */
interface Acceptance {
  readonly hash: Buffer;
  readonly name: string;
  readonly password: string;
  readonly ip: string;
  readonly at: Date;
}

/**
 * Makes the user of an invitation. Of several concurrent requests one succeeds.
 * @returns the user's id
 * @throws {Failure} `invitation_refused`: the link was used meanwhile; `invalid`: a user has this address
 */
export const acceptInvitation = (
  db: Database,
  { id, companyId, email, role: roleId, agency: agencyId, invitedBy }: OpenInvitation,
  { hash, name, password, ip, at }: Acceptance,
): Promise<number> =>
  withCompanyLock(db, companyId, async tx => {
    const accepted = await tx
      .update(invitation)
      .set({ acceptedAt: at, hash: null, updatedAt: at })
      .where(and(eq(invitation.id, id), eq(invitation.hash, hash), isUnaccepted))
      .returning({ id: invitation.id });
    if (accepted.length === 0) throw new Failure('invitation_refused');
    // The inviter decided on address, role and agency; the acceptance below is the new user's.
    const inviter = { companyId, userId: invitedBy, ip: '', at };
    const values = { user_name: name, email, role: roleId, agency: agencyId };
    const userId = await insertUserIn(tx, inviter, values, password);
    await recordChanges(tx, { companyId, userId, ip, at }, 'invitations', [
      { rowId: id, action: 'update', before: { accepted: false }, after: { accepted: true } },
    ]);
    return userId;
  });
