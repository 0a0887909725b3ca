import { Menu } from 'primereact/menu';
import type { MenuItem } from 'primereact/menuitem';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from './icon.tsx';

export interface Choice {
  readonly label: string;
  readonly lang?: string;
  readonly chosen?: boolean;
  readonly choose: () => void;
}

interface MenuButtonProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly className?: string;
  /** Stands above the choices and is no choice itself. */
  readonly head?: ReactNode;
  readonly children: ReactNode;
}

/** A button that opens a small menu under it; the chosen entry carries a tick and says so. */
export const MenuButton = ({ label, choices, head, className = 'icon-button', children }: MenuButtonProps) => {
  const menu = useRef<Menu>(null);
  const [open, setOpen] = useState(false);
  const id = useId();
  const intl = useIntl();
  const items: MenuItem[] = choices.map(choice => ({
    // PrimeReact names the entry by this; the tick alone would be seen but not heard.
    label: choice.chosen ? intl.formatMessage({ id: 'shell.chosen' }, { choice: choice.label }) : choice.label,
    command: choice.choose,
    template: (_item, { onClick, className: linkClass }) => (
      <a className={linkClass} onClick={onClick} lang={choice.lang} tabIndex={-1} aria-hidden="true">
        <span className="menu-tick">{choice.chosen && <Icon name="check" />}</span>
        <span>{choice.label}</span>
      </a>
    ),
  }));
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={event => menu.current?.toggle(event)}
      >
        {children}
      </button>
      <Menu
        id={id}
        ref={menu}
        popup
        popupAlignment="right"
        model={head ? [{ template: () => <div className="menu-head">{head}</div> }, { separator: true }, ...items] : items}
        onShow={() => setOpen(true)}
        onHide={() => setOpen(false)}
      />
    </>
  );
};
