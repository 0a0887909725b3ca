import { LINK_LIFETIME, makePasswordLink } from '../accounts/resets.ts';
import { accountSubject } from '../accounts/login-throttle.ts';
import type { Locale } from '../wording/words.ts';
import { removeAttempts } from '../store/postgres/accounts/sign-in-attempts.ts';
import { recordChanges } from '../store/postgres/engine/audit-log.ts';
import {
  type Administrator,
  administratorsOf,
  allowEveryAddress,
  recordOperatorAction,
} from '../store/postgres/companies/companies.ts';
import { orderMail } from '../store/postgres/accounts/mails.ts';
import { OperatorError, type OperatorParts, requireCompany } from './operator.ts';

export interface ResetForm {
  readonly code: string;
  readonly email: string;
  readonly locale: Locale;
  readonly invitation: 'mail' | 'link';
  /** Whether the company's list of allowed sign-in addresses is emptied as well. */
  readonly anyAddress: boolean;
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

/**
 * Restores the access of an administrator: a link for a new password that works once within an hour. Failed sign-ins
 * of the account are forgotten.
 *
 * @returns the link; null: it is mailed
 * @throws {OperatorError} there is no such administrator, or the company is disabled
 */
export const resetAdministrator = async (parts: OperatorParts, form: ResetForm): Promise<string | null> => {
  const { db, clock, operator } = parts;
  const company = await requireCompany(db, form.code);
  if (!company.status)
    throw new OperatorError(
      `${company.code} is disabled, so nobody can sign in. Run npm run company -- enable ${company.code} first.`,
    );
  const administrator = findAdministrator(await administratorsOf(db, company.id), {
    ...form,
    code: company.code,
  });
  const at = new Date(clock.now());
  return db.transaction(async tx => {
    await removeAttempts(tx, accountSubject('account', company.code, administrator.email));
    if (form.anyAddress && company.loginAllowedIps.length > 0) {
      await allowEveryAddress(tx, company.id);
      const author = { companyId: company.id, userId: null, ip: '', at };
      await recordChanges(tx, author, 'companies', [
        {
          rowId: company.id,
          action: 'update',
          before: { login_allowed_ips: company.loginAllowedIps },
          after: { login_allowed_ips: [] },
        },
      ]);
    }
    await recordOperatorAction(tx, {
      action: 'administrator_reset',
      companyCode: company.code,
      operator,
      detail: { company_id: company.id, email: administrator.email, any_address: form.anyAddress },
      doneAt: at,
    });
    if (form.invitation === 'link')
      return makePasswordLink(
        { ...parts, db: tx },
        { userId: administrator.userId, companyId: company.id },
        LINK_LIFETIME,
      );
    const { email } = administrator;
    await orderMail(
      tx,
      { kind: 'password_reset', companyCode: company.code, email, locale: form.locale },
      at,
    );
    return null;
  });
};
