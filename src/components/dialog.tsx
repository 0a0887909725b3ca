import { useId, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { DialogBox } from './dialog-box.tsx';
import { IconButton } from './icon-button.tsx';

interface Props {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly busy?: boolean;
  /** Width: 340 px for a plain confirmation, else 800 px (docs/decisions/0011-measures-of-screens.md). */
  readonly size?: 'small' | 'medium';
  /** Role `alertdialog`: the dialog requires an answer. */
  readonly alert?: boolean;
  readonly children: ReactNode;
}

/** Dialog with a title and a close button; the caller decides whether and when it may close. */
export const Dialog = ({ title, onClose, busy = false, size = 'medium', alert = false, children }: Props) => {
  const intl = useIntl();
  const id = useId();
  return (
    <DialogBox
      className={`tp-dialog tp-dialog-${size}`}
      labelledBy={id}
      alert={alert}
      busy={busy}
      onLeave={onClose}
    >
      <div className="tp-dialog-head">
        <h2 id={id}>{title}</h2>
        <IconButton icon="close" label={intl.formatMessage({ id: 'shell.close' })} onClick={onClose} />
      </div>
      {children}
    </DialogBox>
  );
};
