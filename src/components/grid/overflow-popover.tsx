import { useIntl } from 'react-intl';
import { copy } from '../copy.ts';
import { Popover } from '../popover.tsx';
import type { GridProps } from './types.ts';

interface Props extends Pick<GridProps<object>, 'onCopied'> {
  /** Label of the cell's column. */
  readonly label: string;
  readonly text: string;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** Popover with the full text of a truncated cell. */
export const OverflowPopover = ({ label, text, anchor, onCopied, onClose }: Props) => {
  const intl = useIntl();
  return (
    <Popover anchor={anchor} label={label} onClose={onClose}>
      <h3>{label}</h3>
      <p className="tp-full-text">{text}</p>
      <button
        type="button"
        className="tp-item"
        onClick={() => {
          void copy(text).then(
            () => onCopied?.(true),
            () => onCopied?.(false),
          );
          onClose();
        }}
      >
        {intl.formatMessage({ id: 'grid.copy' })}
      </button>
    </Popover>
  );
};
