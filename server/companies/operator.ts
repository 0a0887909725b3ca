import type { Dependencies } from '../dependencies.ts';
import { type CompanyRow, findCompany } from '../store/postgres/companies/companies.ts';
import type { Database } from '../store/postgres/engine/database.ts';

/** Dependencies of the operator's commands. */
export interface OperatorParts extends Pick<Dependencies, 'db' | 'clock' | 'settings'> {
  /** Account and machine of the operator, for the record. */
  readonly operator: string;
}

/** A command cannot be executed; the message is one line with the reason and the remedy. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** @throws {OperatorError} there is no such company */
export const requireCompany = async (db: Database, code: string): Promise<CompanyRow> => {
  const found = await findCompany(db, code);
  if (found === null)
    throw new OperatorError(
      `There is no company ${JSON.stringify(code)}. Run npm run company -- list to list all companies.`,
    );
  return found;
};
