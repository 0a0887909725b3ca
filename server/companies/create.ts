import { hashPassword } from '../accounts/passwords.ts';
import { INVITATION_LIFETIME, makePasswordLink } from '../accounts/resets.ts';
import { newToken } from '../accounts/tokens.ts';
import type { Locale } from '../wording/words.ts';
import { LENGTHS } from '../records/writing.ts';
import { formats } from '../http/formats.ts';
import { storeRoles } from '../seed/company.ts';
import { DEMO_COMPANY } from '../seed/people.ts';
import { recordChanges } from '../store/postgres/engine/audit-log.ts';
import { insertCompany, recordOperatorAction } from '../store/postgres/companies/companies.ts';
import { orderMail } from '../store/postgres/accounts/mails.ts';
import { insertSeedRows } from '../store/postgres/companies/seed.ts';
import { OperatorError, type OperatorParts } from './operator.ts';

export interface CompanyForm {
  /** Company ID of the sign-in form. */
  readonly code: string;
  readonly name: string;
  /** Email address of the first administrator. */
  readonly email: string;
  readonly administratorName: string;
  readonly locale: Locale;
  /** Whether the invitation is mailed, or the operator passes the link on. */
  readonly invitation: 'mail' | 'link';
}

const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
const EMAIL = new RegExp(formats.email.pattern, 'u');

/** @throws {OperatorError} */
const check = ({ code, name, email, administratorName }: CompanyForm): void => {
  if (code.length > LENGTHS.code || !CODE.test(code))
    throw new OperatorError(
      `${JSON.stringify(code)} is not a valid company ID: use 1 to ${LENGTHS.code} letters, digits, - and _.`,
    );
  if (code.toLowerCase() === DEMO_COMPANY)
    throw new OperatorError(`${DEMO_COMPANY} is the ID of the demo company: choose another ID.`);
  for (const [what, text] of [
    ['name of the company', name],
    ['name of the administrator', administratorName],
  ] as const)
    if (text.trim() === '' || text.length > LENGTHS.name)
      throw new OperatorError(`The ${what} must have 1 to ${LENGTHS.name} characters.`);
  if (email === '' || email.length > LENGTHS.email || !EMAIL.test(email))
    throw new OperatorError(`${JSON.stringify(email)} is not an email address.`);
};

/**
 * Creates a company with the three roles and its first administrator, who sets a password by a link that works once
 * within seven days.
 *
 * @returns the link; null: it is mailed
 * @throws {OperatorError} the form is invalid, or the ID is taken
 */
export const createCompany = async (parts: OperatorParts, form: CompanyForm): Promise<string | null> => {
  check(form);
  const { db, clock, operator } = parts;
  const [code, name, email] = [form.code, form.name.trim(), form.email];
  const at = new Date(clock.now());
  // A random password that is not stored or shown, so that nobody can sign in before the link is used.
  const password = await hashPassword(newToken());
  return db.transaction(async tx => {
    const companyId = await insertCompany(tx, { code, name });
    if (companyId === null)
      throw new OperatorError(`The company ID ${code} is already in use (case is ignored).`);
    const roles = await storeRoles(tx, companyId);
    const administrator = {
      companyId,
      name: form.administratorName.trim(),
      email,
      password,
      roleId: roles.admin,
    };
    const [userId = 0] = await insertSeedRows(tx, 'user', [administrator]);
    const author = { companyId, userId: null, ip: '', at };
    const created = { action: 'create' as const, before: null };
    await recordChanges(tx, author, 'companies', [
      { ...created, rowId: companyId, after: { company_code: code, company_name: name } },
    ]);
    await recordChanges(tx, author, 'users', [
      { ...created, rowId: userId, after: { user_name: administrator.name, email, role: roles.admin } },
    ]);
    const detail = { company_id: companyId, administrator: email };
    await recordOperatorAction(tx, {
      action: 'company_create',
      companyCode: code,
      operator,
      detail,
      doneAt: at,
    });
    if (form.invitation === 'link')
      return makePasswordLink({ ...parts, db: tx }, { userId, companyId }, INVITATION_LIFETIME);
    await orderMail(tx, { kind: 'invitation', companyCode: code, email, locale: form.locale }, at);
    return null;
  });
};
