import { useIntl } from 'react-intl';
import type { Fault } from '../../../machines/failure.ts';

/**
 * Says what is wrong with a field. The server's faults have texts of their codes; what only a form can know
 * has `login.check.<code>`.
 */
export const useFaultText = (): ((faults: readonly Fault[] | undefined) => readonly string[]) => {
  const intl = useIntl();
  return (faults = []) =>
    faults.map(({ code, values }) => {
      const id =
        [`fault.${code}`, `login.check.${code}`].find(name => name in intl.messages) ?? 'fault.format';
      return intl.formatMessage({ id }, { min: '', max: '', ...values });
    });
};
