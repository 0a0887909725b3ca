import { useRef, useState, type ReactNode } from 'react';
import { Icon, type IconName } from '../components/icon.tsx';
import { Popover } from '../components/popover.tsx';

export interface Choice {
  /** React key, required if labels are not unique. */
  readonly key?: string;
  readonly label: string;
  readonly lang?: string;
  /** Defined: one of several exclusive options. Undefined: a command. */
  readonly chosen?: boolean;
  readonly icon?: IconName;
  readonly choose: () => void;
}

interface MenuButtonProps {
  /** Accessible name of button and menu; begins with the visible text of the button, if it has one. */
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly className?: string;
  /** Content above the choices. */
  readonly head?: ReactNode;
  /**
   * Texts of a search field over the choices, which is shown if there are many: label, and message for no
   * result.
   */
  readonly search?: { readonly label: string; readonly none: string };
  readonly children: ReactNode;
}

/** Number of choices from which the search field is shown. */
const MIN_SEARCHED_OPTIONS = 8;

/** Normalises width, letter case, and hiragana to katakana, so that a search ignores their differences. */
const folded = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u3041-\u3096]/g, kana => String.fromCharCode(kana.charCodeAt(0) + 0x60));

/** Button that opens a menu below it; the active choice has a check mark and is exposed as checked. */
export const MenuButton = ({
  label,
  choices,
  head,
  search,
  className = 'icon-button',
  children,
}: MenuButtonProps) => {
  /** The button while its menu is open. */
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  // A press on the button is outside the open menu and closes it before the click, which must not open it
  // again.
  const wasOpen = useRef(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerDown={() => {
          wasOpen.current = anchor !== null;
        }}
        onClick={event => {
          setAnchor(wasOpen.current ? null : event.currentTarget);
          wasOpen.current = false;
        }}
      >
        {children}
      </button>
      {anchor && (
        <Popover
          anchor={anchor}
          label={label}
          role={search && choices.length >= MIN_SEARCHED_OPTIONS ? 'dialog' : 'menu'}
          onClose={() => setAnchor(null)}
        >
          {head && (
            <div className="menu-head" role="presentation">
              {head}
            </div>
          )}
          <Choices
            choices={choices}
            close={() => setAnchor(null)}
            {...(search && choices.length >= MIN_SEARCHED_OPTIONS && { search })}
          />
        </Popover>
      )}
    </>
  );
};

const Choices = ({
  choices,
  search,
  close,
}: Pick<MenuButtonProps, 'choices' | 'search'> & { readonly close: () => void }) => {
  const [wanted, setWanted] = useState('');
  const found = choices.filter(choice => folded(choice.label).includes(folded(wanted)));
  const entries = found.map(choice => (
    <button
      key={choice.key ?? choice.label}
      type="button"
      className="tp-item"
      lang={choice.lang}
      {...(choice.chosen === undefined
        ? { role: 'menuitem' }
        : { role: 'menuitemradio', 'aria-checked': choice.chosen })}
      onClick={() => {
        close();
        choice.choose();
      }}
    >
      <span className="menu-tick">
        {choice.icon ? <Icon large name={choice.icon} /> : choice.chosen && <Icon large name="check" />}
      </span>
      {choice.label}
    </button>
  ));
  if (search === undefined) return entries;
  return (
    <>
      <input
        type="search"
        aria-label={search.label}
        placeholder={search.label}
        value={wanted}
        onChange={event => setWanted(event.target.value)}
      />
      <div role="menu" aria-label={search.label}>
        {entries}
      </div>
      <p role="status">{found.length === 0 && search.none}</p>
    </>
  );
};
