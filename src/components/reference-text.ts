import { useIntl } from 'react-intl';

export interface FailureReferenceProps {
  /** HTTP status of a failed response, if the server is at fault. */
  readonly status?: number;
  readonly requestId?: string;
}

/**
 * Returns a formatter of the HTTP status and request number that users report to support ("500 Internal
 * Server Error"); its text is empty if neither is known.
 */
export const useReferenceText = (): ((reference: FailureReferenceProps) => string) => {
  const intl = useIntl();
  return ({ status, requestId }) =>
    [
      ...(status === undefined ? [] : [intl.formatMessage({ id: 'app.status' }, { status })]),
      ...(requestId === undefined ? [] : [intl.formatMessage({ id: 'app.request' }, { id: requestId })]),
    ].join(' · ');
};
