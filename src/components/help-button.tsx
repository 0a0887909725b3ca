import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';
import './help-button.css';

interface Props {
  /** The explained term. */
  readonly name: string;
  readonly text: string;
}

/** Button that explains a term to mouse, keyboard and touch; a `title` explains it to the mouse only. */
export const HelpButton = ({ name, text }: Props) => {
  const intl = useIntl();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className="tp-help"
        aria-label={intl.formatMessage({ id: 'help.about' }, { name })}
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        <Icon name="info" />
      </button>
      {anchor !== null && (
        <Popover anchor={anchor} label={name} onClose={() => setAnchor(null)}>
          <strong className="tp-help-name">{name}</strong>
          <p>{text}</p>
        </Popover>
      )}
    </>
  );
};
