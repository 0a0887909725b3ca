import { resend, type InvitationWay } from '../accounts/invitations.ts';
import { orderCredentialMail } from '../accounts/credential-mail.ts';
import { makePasswordLink } from '../accounts/resets.ts';
import { accountSubject, factorSubject } from '../accounts/login-throttle.ts';
import type { Locale } from '../wording/words.ts';
import { endForcedSignOn } from '../store/postgres/accounts/identity-providers.ts';
import { removeAttempts, removeAttemptsOfAccount } from '../store/postgres/accounts/sign-in-attempts.ts';
import { removeSecondFactor } from '../store/postgres/accounts/second-factors.ts';
import { type Author, recordChanges } from '../store/postgres/engine/audit-log.ts';
import {
  type Administrator,
  administratorsOf,
  allowEveryAddress,
  type CompanyRow,
  recordOperatorAction,
} from '../store/postgres/companies/companies.ts';
import { administratorInvitation } from '../store/postgres/accounts/invitations.ts';
import { orderMail } from '../store/postgres/accounts/mails.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { OperatorError, type OperatorParts, requireCompany } from './operator.ts';

export interface ResetForm {
  readonly code: string;
  readonly email: string;
  readonly locale: Locale;
  readonly invitation: InvitationWay;
  /** Whether the company's list of allowed sign-in addresses is emptied as well. */
  readonly anyAddress: boolean;
  /** Whether the second factor of the administrator is removed as well. */
  readonly secondFactor?: boolean;
  /** Whether single sign-on is no longer forced, so that passwords work. */
  readonly passwords?: boolean;
}

/** The link of a restored access. */
export interface RestoredAccess {
  /** Null: it is mailed. */
  readonly link: string | null;
  readonly lifetime: 'one hour' | 'seven days';
}

const isNamed = (administrator: Administrator, email: string) =>
  administrator.email.toLowerCase() === email.toLowerCase();

/** @throws {OperatorError} the address is no active administrator's; the message lists the possible ones */
const findAdministrator = (
  administrators: readonly Administrator[],
  { code, email }: ResetForm,
): Administrator => {
  const found = administrators.find(one => one.active && isNamed(one, email));
  if (found !== undefined) return found;
  const active = administrators.filter(one => one.active).map(one => one.email);
  throw new OperatorError(
    `${JSON.stringify(email)} is not an administrator of ${code}: name one of ${active.join(', ')}.`,
  );
};

/** Renews the invitation of an administrator who has not accepted it yet. */
const renewInvitation = (
  parts: OperatorParts,
  { invitation, email }: ResetForm,
  company: CompanyRow,
  id: number,
): Promise<RestoredAccess> =>
  parts.db.transaction(async tx => {
    const at = new Date(parts.clock.now());
    await recordOperatorAction(tx, {
      action: 'administrator_reset',
      companyCode: company.code,
      operator: parts.operator,
      detail: { company_id: company.id, email, invitation_id: id },
      doneAt: at,
    });
    const author = { companyId: company.id, userId: null, ip: '', at };
    const { link } = await resend({ ...parts, db: tx }, author, id, invitation);
    return { link, lifetime: 'seven days' };
  });

/** Creates the link for a new password, or queues its mail. @returns the link; null: it is mailed */
const sendResetLink = async (
  parts: OperatorParts,
  tx: Database,
  { invitation, locale }: ResetForm,
  { id, code }: CompanyRow,
  { userId, email }: Administrator,
): Promise<string | null> => {
  if (invitation === 'link') return makePasswordLink({ ...parts, db: tx }, { userId, companyId: id });
  const at = new Date(parts.clock.now());
  await orderMail(tx, { kind: 'password_reset', companyCode: code, email, locale }, at);
  return null;
};

/** Removes the second factor of an administrator, who is told by mail and whose failed codes are forgotten. */
const removeFactorOf = async (
  tx: Database,
  author: Author,
  { userId, locale }: Pick<Administrator, 'userId'> & Pick<ResetForm, 'locale'>,
): Promise<void> => {
  if (await removeSecondFactor(tx, author, { companyId: author.companyId, userId }))
    await orderCredentialMail(tx, author, 'second_factor_reset', { userId, locale });
  await removeAttempts(tx, factorSubject(userId));
};

/**
 * Restores the access of an administrator: a link for a new password that works once within an hour, or a new link of
 * an invitation that is not accepted yet. Failed sign-ins of the account are forgotten.
 *
 * @throws {OperatorError} there is no such administrator, or the company is disabled
 */
export const resetAdministrator = async (parts: OperatorParts, form: ResetForm): Promise<RestoredAccess> => {
  const { db, clock, operator } = parts;
  const company = await requireCompany(db, form.code);
  if (!company.status)
    throw new OperatorError(
      `${company.code} is disabled, so nobody can sign in. Run npm run company -- enable ${company.code} first.`,
    );
  const invited = await administratorInvitation(db, company.id, form.email);
  if (invited !== null) return renewInvitation(parts, form, company, invited);
  const administrator = findAdministrator(await administratorsOf(db, company.id), {
    ...form,
    code: company.code,
  });
  const at = new Date(clock.now());
  const author = { companyId: company.id, userId: null, ip: '', at };
  return db.transaction(async tx => {
    await removeAttemptsOfAccount(tx, accountSubject('account', company.code, administrator.email));
    if (form.anyAddress && company.loginAllowedIps.length > 0) {
      await allowEveryAddress(tx, company.id);
      await recordChanges(tx, author, 'companies', [
        {
          rowId: company.id,
          action: 'update',
          before: { login_allowed_ips: company.loginAllowedIps },
          after: { login_allowed_ips: [] },
        },
      ]);
    }
    if (form.passwords === true) await endForcedSignOn(tx, author);
    if (form.secondFactor === true)
      await removeFactorOf(tx, author, { ...administrator, locale: form.locale });
    await recordOperatorAction(tx, {
      action: 'administrator_reset',
      companyCode: company.code,
      operator,
      detail: {
        company_id: company.id,
        email: administrator.email,
        any_address: form.anyAddress,
        second_factor: form.secondFactor === true,
        passwords: form.passwords === true,
      },
      doneAt: at,
    });
    return { link: await sendResetLink(parts, tx, form, company, administrator), lifetime: 'one hour' };
  });
};
