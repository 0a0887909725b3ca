import { useIntl } from 'react-intl';
import type { Fault } from '../../../machines/failure.ts';

/**
 * The text of a field's error. The server's errors have texts by their codes; those that only a form can find
 * have `login.check.<code>`.
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
