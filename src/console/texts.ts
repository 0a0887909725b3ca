import { useIntl } from 'react-intl';
import type { Failure } from '../../machines/failure.ts';

/** Says a failure in the user's language. A code without a text (a newer server) is said as an unexpected failure. */
export const useFailureText = (): ((failure: Failure) => string) => {
  const intl = useIntl();
  return ({ code, values, requestId }) => {
    const id = `failure.${code}` in intl.messages ? `failure.${code}` : 'failure.unexpected';
    return intl.formatMessage({ id }, { seconds: 60, request: requestId ?? 'none', ...values });
  };
};
