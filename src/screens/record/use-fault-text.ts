import { useIntl } from 'react-intl';
import type { Fault } from '../../../machines/failure.ts';

/**
 * Says what is wrong with a field. The server's faults have texts of its own code, some of them one of the field's own (`fault_at.<code>.<field>`); what only
 * a form can know has `login.check.<code>`.
 */
export const useFaultText = (): ((faults: readonly Fault[] | undefined, field?: string) => readonly string[]) => {
  const intl = useIntl();
  return (faults = [], field = '') => faults.map(({ code, values }) => {
    const id = [`fault_at.${code}.${field}`, `fault.${code}`, `login.check.${code}`].find(name => name in intl.messages) ?? 'fault.format';
    return intl.formatMessage({ id }, { min: '', max: '', ...values });
  });
};
