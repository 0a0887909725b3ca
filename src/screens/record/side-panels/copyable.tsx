import type { ReactNode } from 'react';
import { useId } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../../components/button.tsx';
import { copy } from '../../../components/copy.ts';
import { Icon } from '../../../components/icon.tsx';
import { useCopied } from '../../use-copy-notice.ts';

interface Props {
  readonly label: string;
  /** Address or tag, displayed in full and copied unchanged. */
  readonly text: string;
  readonly note?: ReactNode;
  /** Called when the user copied the text, by the button or by hand. */
  readonly onCopied?: () => void;
}

/** A text with a button that copies it. */
export const Copyable = ({ label, text, note, onCopied }: Props) => {
  const intl = useIntl();
  const id = useId();
  const copied = useCopied();
  return (
    <div className="tp-copyable" role="group" aria-labelledby={id}>
      <span id={id} className="tp-copyable-label">
        {label}
      </span>
      <code translate="no" onCopy={onCopied}>
        {text}
      </code>
      <Button
        label={intl.formatMessage({ id: 'copyable.copy' })}
        name={intl.formatMessage({ id: 'copyable.copy_named' }, { label })}
        icon={<Icon name="copy" />}
        onClick={() =>
          void copy(text).then(
            () => {
              copied(true);
              onCopied?.();
            },
            () => copied(false),
          )
        }
      />
      {note !== undefined && <small>{note}</small>}
    </div>
  );
};
