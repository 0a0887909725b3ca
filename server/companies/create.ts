import { invite, type InvitationWay } from '../accounts/invitations.ts';
import type { Locale } from '../wording/words.ts';
import { LENGTHS } from '../records/writing.ts';
import { formats } from '../http/formats.ts';
import { storeRoles } from '../seed/company.ts';
import { DEMO_COMPANY } from '../seed/people.ts';
import { recordChanges } from '../store/postgres/engine/audit-log.ts';
import { insertCompany, recordOperatorAction } from '../store/postgres/companies/companies.ts';
import { OperatorError, type OperatorParts } from './operator.ts';

export interface CompanyForm {
  /** Company ID of the sign-in form. */
  readonly code: string;
  readonly name: string;
  /** Email address of the first administrator. */
  readonly email: string;
  readonly locale: Locale;
  /** Whether the invitation is mailed, or the operator passes the link on. */
  readonly invitation: InvitationWay;
}

const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
const EMAIL = new RegExp(formats.email.pattern, 'u');

/** @throws {OperatorError} */
const check = ({ code, name, email }: CompanyForm): void => {
  if (code.length > LENGTHS.code || !CODE.test(code))
    throw new OperatorError(
      `${JSON.stringify(code)} is not a valid company ID: use 1 to ${LENGTHS.code} letters, digits, - and _.`,
    );
  if (code.toLowerCase() === DEMO_COMPANY)
    throw new OperatorError(`${DEMO_COMPANY} is the ID of the demo company: choose another ID.`);
  if (name.trim() === '' || name.length > LENGTHS.name)
    throw new OperatorError(`The name of the company must have 1 to ${LENGTHS.name} characters.`);
  if (email === '' || email.length > LENGTHS.email || !EMAIL.test(email))
    throw new OperatorError(`${JSON.stringify(email)} is not an email address.`);
};

/**
 * Creates a company with the three roles, and invites its first administrator.
 *
 * @returns the link; null: it is mailed
 * @throws {OperatorError} the form is invalid, or the ID is taken
 */
export const createCompany = async (parts: OperatorParts, form: CompanyForm): Promise<string | null> => {
  check(form);
  const { db, clock, operator } = parts;
  const [code, name, email] = [form.code, form.name.trim(), form.email];
  const at = new Date(clock.now());
  return db.transaction(async tx => {
    const companyId = await insertCompany(tx, { code, name });
    if (companyId === null)
      throw new OperatorError(`The company ID ${code} is already in use (case is ignored).`);
    const roles = await storeRoles(tx, companyId);
    const author = { companyId, userId: null, ip: '', at };
    await recordChanges(tx, author, 'companies', [
      {
        rowId: companyId,
        action: 'create',
        before: null,
        after: { company_code: code, company_name: name },
      },
    ]);
    const detail = { company_id: companyId, administrator: email };
    await recordOperatorAction(tx, {
      action: 'company_create',
      companyCode: code,
      operator,
      detail,
      doneAt: at,
    });
    const values = { email, role: roles.admin, agency: null, locale: form.locale };
    const { link } = await invite({ ...parts, db: tx }, author, values, { by: form.invitation });
    return link;
  });
};
