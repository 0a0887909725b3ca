import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashPassword } from '../accounts/passwords.ts';
import type { Dependencies } from '../dependencies.ts';
import { withFirstCompanyLock, anyCompany, insertSeedRows } from '../store/postgres/companies/seed.ts';
import { storeRoles } from './company.ts';
import { newPassword } from './new-password.ts';

/** Credentials of the first user of an empty installation. */
export interface FirstSignIn {
  readonly companyCode: string;
  readonly email: string;
  readonly password: string;
  /** File with the same credentials, readable by its owner only. */
  readonly file: string;
}

const COMPANY = 'touchpath';
const EMAIL = 'admin@touchpath.example';
/**
 * Creates a company with the built-in roles and one administrator in an empty store, for a start without the demo. The
 * password is written to `dataDir/first-sign-in.txt` before the account is stored: after a crash in between the next
 * start writes a new one, while a stored account without the file could not be used.
 * @returns the credentials; null: a company exists already
 */
export const createFirstAdministrator = (
  parts: Pick<Dependencies, 'db' | 'settings' | 'log'>,
): Promise<FirstSignIn | null> =>
  withFirstCompanyLock(parts.db, async () => {
    if (await anyCompany(parts.db)) return null;
    const password = newPassword();
    const file = join(parts.settings.dataDir, 'first-sign-in.txt');
    await mkdir(parts.settings.dataDir, { recursive: true });
    await rm(file, { force: true }); // an existing file could have wider permissions, which a write would keep
    await writeFile(
      file,
      `Company ID: ${COMPANY}\nEmail:      ${EMAIL}\nPassword:   ${password}\n\nChange the password after the first sign-in and remove this file.\n`,
      { mode: 0o600, flag: 'wx' },
    );
    const passwordHash = await hashPassword(password);
    await parts.db.transaction(async tx => {
      const [companyId] = await insertSeedRows(tx, 'company', [{ code: COMPANY, name: 'Touchpath' }]);
      if (companyId === undefined) throw new Error('the company was not stored');
      const roles = await storeRoles(tx, companyId);
      await insertSeedRows(tx, 'user', [
        { companyId, name: 'Administrator', email: EMAIL, password: passwordHash, roleId: roles.admin },
      ]);
    });
    parts.log.info({ file }, 'The first administrator was created.');
    return { companyCode: COMPANY, email: EMAIL, password, file };
  });
