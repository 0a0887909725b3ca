import { hashPassword, verifyPassword } from '../accounts/passwords.ts';
import type { Dependencies } from '../dependencies.ts';
import { SettingError } from '../platform/settings.ts';
import { setPassword } from '../store/postgres/accounts/passwords.ts';
import { activeUsersOf, anyCompany, companyByCode, type SeedUser } from '../store/postgres/companies/seed.ts';
import { createFirstAdministrator } from './first-administrator.ts';
import { newPassword } from './new-password.ts';
import { DEMO_COMPANY, DEMO_PASSWORD, USERS } from './people.ts';
import { DEMO_SIZE, seedDemo, type SeedSize } from './seed.ts';

const OWN_ACCOUNT = 'Sign in with an account of your company.';
const PUBLISHED = `Sign in with company ID ${DEMO_COMPANY}, password ${DEMO_PASSWORD}, and ${USERS.slice(0, 3)
  .map(user => user.email)
  .join(' or ')}.`;

/** Active users of the demo company whose password is still the published one. */
const withPublishedPassword = async (
  db: Dependencies['db'],
  companyId: number,
): Promise<readonly SeedUser[]> => {
  const users = await activeUsersOf(db, companyId);
  const published = await Promise.all(users.map(user => verifyPassword(user.password, DEMO_PASSWORD)));
  return users.filter((_, i) => published[i]);
};

const signInOf = (passwords: ReadonlyMap<string, string>): string =>
  [
    `Sign in with company ID ${DEMO_COMPANY} and one of these; they are printed only now:`,
    ...Array.from(passwords, ([email, password]) => `  ${email}  ${password}`),
  ].join('\n');

/** Creates the demo company or finds it, and replaces every published password by a random one. */
const furnishExposed = async (parts: Dependencies, size: SeedSize): Promise<string> => {
  const { db, clock } = parts;
  const made = new Map(USERS.map(({ email }) => [email, newPassword()]));
  const { fresh } = await seedDemo(parts, size, email => made.get(email) ?? newPassword());
  if (fresh) return signInOf(made);
  const companyId = await companyByCode(db, DEMO_COMPANY);
  const users = companyId === null ? [] : await withPublishedPassword(db, companyId);
  const replaced = new Map(users.map(({ email }) => [email, newPassword()]));
  for (const user of users) {
    const password = await hashPassword(replaced.get(user.email) ?? newPassword());
    const author = { companyId: user.companyId, userId: null, ip: '', at: new Date(clock.now()) };
    await db.transaction(tx => setPassword(tx, user, { password, author, keep: null }));
  }
  return users.length === 0 ? OWN_ACCOUNT : signInOf(replaced);
};

/**
 * Refuses to start if the program is reachable from outside and the demo company has, or would get, its published
 * password.
 * @param exposure description of how the program is reachable
 * @throws {SettingError} one line that names the setting to change
 */
const refusePublishedPassword = async (
  { db }: Pick<Dependencies, 'db'>,
  exposure: string,
  demoId: number | null,
  isDemo: boolean,
): Promise<void> => {
  if (isDemo && demoId === null) {
    throw new SettingError(
      `${exposure}, and the demo company has a published password: set SEED=none for an empty installation, or SEED=demo for a demo company with generated passwords.`,
    );
  }
  if (demoId !== null && (await withPublishedPassword(db, demoId)).length > 0) {
    throw new SettingError(
      `${exposure}, and the demo company still has its published password: start once with SEED=demo, which generates new passwords and prints them.`,
    );
  }
};

/**
 * Fills empty stores with the demo company or a first administrator. The demo is never added to an installation with a
 * company, and never has its published password if the program is reachable from other machines.
 * @returns text that explains how to sign in
 * @throws {SettingError} one line that names the setting to change
 */
export const furnish = async (parts: Dependencies, size: SeedSize = DEMO_SIZE): Promise<string> => {
  const { db } = parts;
  const { seed, seedIsExplicit, exposure } = parts.settings;
  const demoId = await companyByCode(db, DEMO_COMPANY);
  const isDemo = seed === 'demo' && (demoId !== null || !(await anyCompany(db)));
  if (exposure !== null && isDemo && seedIsExplicit) return furnishExposed(parts, size);
  if (exposure !== null) await refusePublishedPassword(parts, exposure, demoId, isDemo);
  if (isDemo) {
    const { fresh } = await seedDemo(parts, size);
    const isPublished = fresh || (demoId !== null && (await withPublishedPassword(db, demoId)).length > 0);
    return isPublished ? PUBLISHED : OWN_ACCOUNT;
  }
  const first = await createFirstAdministrator(parts);
  return first === null
    ? OWN_ACCOUNT
    : `Sign in with company ID ${first.companyCode}, ${first.email}, password ${first.password} (kept in ${first.file}).`;
};
