import type { Dependencies } from '../dependencies.ts';
import { recordMailedFile, type MailedFile } from '../store/postgres/engine/audit-log.ts';
import type { Delivery } from '../store/postgres/entities/scheduled-reports.ts';

/** Records the file of a mail in the audit log. */
export const recordMail = (
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  { companyId, id }: Pick<Delivery, 'companyId' | 'id'>,
  file: MailedFile,
): Promise<void> =>
  recordMailedFile(db, { companyId, userId: null, ip: '', at: new Date(clock.now()) }, id, file);
