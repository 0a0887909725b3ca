import { recordChanges } from '../store/postgres/engine/audit-log.ts';
import { recordOperatorAction, setCompanyStatus } from '../store/postgres/companies/companies.ts';
import { OperatorError, type OperatorParts, requireCompany } from './operator.ts';

/**
 * Disables or enables a company. While it is disabled, nobody signs in, sessions end, and nothing is counted or
 * scheduled; its links still redirect visitors, and its data remain.
 *
 * @throws {OperatorError} there is no such company, or it has this state already
 */
export const setInService = async (parts: OperatorParts, code: string, inService: boolean): Promise<void> => {
  const { db, clock, operator } = parts;
  const found = await requireCompany(db, code);
  const doneAt = new Date(clock.now());
  await db.transaction(async tx => {
    if (!(await setCompanyStatus(tx, found.id, inService)))
      throw new OperatorError(`${found.code} is already ${inService ? 'enabled' : 'disabled'}.`);
    const author = { companyId: found.id, userId: null, ip: '', at: doneAt };
    await recordChanges(tx, author, 'companies', [
      { rowId: found.id, action: 'update', before: { status: !inService }, after: { status: inService } },
    ]);
    await recordOperatorAction(tx, {
      action: inService ? 'company_enable' : 'company_disable',
      companyCode: found.code,
      operator,
      detail: { company_id: found.id },
      doneAt,
    });
  });
};
