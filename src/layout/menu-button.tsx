import { useRef, useState, type ReactNode } from 'react';
import { Popover } from '../components/popover.tsx';
import { Icon, type IconName } from './icon.tsx';

export interface Choice {
  readonly label: string;
  readonly lang?: string;
  /** Given: one of several, of which one holds. Absent: something to do. */
  readonly chosen?: boolean;
  readonly icon?: IconName;
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

/** A button that opens a small menu under it; what holds carries a tick and says so. */
export const MenuButton = ({ label, choices, head, className = 'icon-button', children }: MenuButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  // A press on the button closes the open menu (it is outside of it) before the click comes, which would open it again.
  const wasOpen = useRef(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerDown={() => { wasOpen.current = open; }}
        onClick={() => {
          setOpen(!wasOpen.current);
          wasOpen.current = false;
        }}
      >
        {children}
      </button>
      {open && button.current && (
        <Popover anchor={button.current} label={label} role="menu" onClose={() => setOpen(false)}>
          {head && <div className="menu-head" role="presentation">{head}</div>}
          {choices.map(choice => (
            <button
              key={choice.label}
              type="button"
              className="tp-item"
              lang={choice.lang}
              {...(choice.chosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': choice.chosen })}
              onClick={() => {
                setOpen(false);
                choice.choose();
              }}
            >
              <span className="menu-tick">{choice.icon ? <Icon name={choice.icon} /> : choice.chosen && <Icon name="check" />}</span>
              {choice.label}
            </button>
          ))}
        </Popover>
      )}
    </>
  );
};
