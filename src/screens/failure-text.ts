import { useIntl } from 'react-intl';
import type { Failure } from '../../machines/failure.ts';
import { useReferenceText } from '../components/reference-text.ts';
import { useFailureReason } from '../console/texts.ts';

/**
 * Returns a formatter of failures as one line: the reason, for server errors with the reference for support.
 */
export const useFailureText = (): ((failure: Failure) => string) => {
  const intl = useIntl();
  const reasonOf = useFailureReason();
  const referenceText = useReferenceText();
  return failure => {
    const reference = failure.kind === 'broken' ? referenceText(failure) : '';
    return reference === ''
      ? reasonOf(failure)
      : intl.formatMessage({ id: 'app.failure_with' }, { reason: reasonOf(failure), reference });
  };
};
