import { useIntl } from 'react-intl';
import type { Fault } from '../../machines/failure.ts';

/**
 * Returns a formatter of validation errors: `fault.<code>` for the server's codes, `login.check.<code>` for
 * those of forms only.
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
