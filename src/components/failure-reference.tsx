import { useState } from 'react';
import { useIntl } from 'react-intl';
import { copy } from './copy.ts';
import './failure-reference.css';
import { useReferenceText, type FailureReferenceProps } from './reference-text.ts';

/** The request reference for support, with a button that copies it. */
export const FailureReference = ({ status, requestId }: FailureReferenceProps) => {
  const intl = useIntl();
  const text = useReferenceText()({
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { requestId }),
  });
  const [copied, setCopied] = useState<boolean | null>(null);
  if (text === '') return null;
  return (
    <small className="tp-reference">
      <span>{text}</span>
      <button
        type="button"
        onClick={() =>
          void copy(text).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        {intl.formatMessage({ id: 'grid.copy' })}
      </button>
      <span role="status">
        {copied !== null && intl.formatMessage({ id: copied ? 'message.copied' : 'message.not_copied' })}
      </span>
    </small>
  );
};
