import { useIntl } from 'react-intl';

export interface FailureReferenceProps {
  /** HTTP status of an answer for which the server is at fault. */
  readonly status?: number;
  readonly requestId?: string;
}

/**
 * Status and request number as a user reports them to support ("500 Internal Server Error"); empty where
 * neither is known.
 */
export const useReferenceText = (): ((reference: FailureReferenceProps) => string) => {
  const intl = useIntl();
  return ({ status, requestId }) =>
    [
      ...(status === undefined ? [] : [intl.formatMessage({ id: 'app.status' }, { status })]),
      ...(requestId === undefined ? [] : [intl.formatMessage({ id: 'app.request' }, { id: requestId })]),
    ].join(' · ');
};
