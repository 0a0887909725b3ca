import { useIntl } from 'react-intl';
import type { Failure } from '../../machines/failure.ts';

/** Says a failure in the user's language. A code without a text (a newer server) is said as an unexpected failure. */
export const useFailureText = (): ((failure: Failure) => string) => {
  const intl = useIntl();
  return ({ code, values, requestId }) => {
    const id = `failure.${code}` in intl.messages ? `failure.${code}` : 'failure.unexpected';
    // A built message without holes is plain text (vite.config.ts), and values would have it parsed.
    const whole = typeof intl.messages[id] === 'string' && !intl.messages[id].includes('{');
    return intl.formatMessage({ id }, whole ? undefined : { seconds: 60, request: requestId ?? '–', ...values });
  };
};
