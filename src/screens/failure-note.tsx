import type { Ref } from 'react';
import type { Failure } from '../../machines/failure.ts';
import { FailureReference } from '../components/failure-reference.tsx';
import { useFailureReason } from '../console/texts.ts';

/**
 * Reason of a failed request, in the place of its result; for server errors with the reference for support.
 */
export const FailureNote = ({
  failure,
  ref,
}: {
  readonly failure: Failure;
  readonly ref?: Ref<HTMLDivElement>;
}) => {
  const reasonOf = useFailureReason();
  return (
    <div ref={ref} className="form-failure" role="alert" tabIndex={-1}>
      {reasonOf(failure)}
      {failure.kind === 'broken' && <FailureReference {...failure} />}
    </div>
  );
};
