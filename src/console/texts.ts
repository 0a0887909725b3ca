import { useIntl } from 'react-intl';
import type { Failure } from '../../machines/failure.ts';

/**
 * States the reason of a failure in the user's language. A code without a text (a newer server) is shown as
 * an unexpected failure.
 */
export const useFailureReason = (): ((failure: Failure) => string) => {
  const intl = useIntl();
  return ({ code, values }) => {
    const id = `failure.${code}` in intl.messages ? `failure.${code}` : 'failure.unexpected';
    return intl.formatMessage({ id }, { seconds: 60, ...values });
  };
};
