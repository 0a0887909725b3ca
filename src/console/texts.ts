import { useIntl } from 'react-intl';
import type { Failure } from '../../machines/failure.ts';

/**
 * Returns a function that formats the message of a failure. A code without a message (from a newer server)
 * gives the message of an unexpected failure.
 */
export const useFailureReason = (): ((failure: Failure) => string) => {
  const intl = useIntl();
  return ({ code, values }) => {
    const id = `failure.${code}` in intl.messages ? `failure.${code}` : 'failure.unexpected';
    return intl.formatMessage({ id }, { seconds: 60, ...values });
  };
};
