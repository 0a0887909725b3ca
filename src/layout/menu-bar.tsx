import { Link } from '@tanstack/react-router';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { menuSearch } from '../console/shared-period.ts';
import { Icon } from '../components/icon.tsx';
import { useMenu, type NamedGroup } from './use-menu.ts';
import { useNav } from './use-nav.ts';

interface BarLinkProps {
  readonly entry: NamedGroup['entries'][number];
  /** Whether its screen is open. */
  readonly isOpen: boolean;
}

/** A link of the bar itself, not of a group. */
const BarLink = ({ entry, isOpen }: BarLinkProps) => (
  <li>
    <Link
      to={entry.to as '/'}
      search={menuSearch(entry.to, isOpen)}
      className="menu-stop"
      aria-current={isOpen ? 'page' : undefined}
    >
      <Icon large name={entry.icon} />
      {entry.name}
    </Link>
  </li>
);

/** Horizontal menu: links, and buttons that disclose the links of a group, one group at a time. */
export const MenuBar = () => {
  const intl = useIntl();
  const { ground } = useNav();
  const { groups, isActive } = useMenu();
  /** Label of the disclosed group. */
  const [open, setOpen] = useState<string | null>(null);
  const bar = useRef<HTMLElement>(null);

  const press = (event: KeyboardEvent<HTMLElement>) => {
    const stops = [...(bar.current?.querySelectorAll<HTMLElement>('.menu-stop') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape' && open !== null) {
      bar.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
      setOpen(null);
    } else if ((event.key === 'ArrowRight' || event.key === 'ArrowLeft') && at >= 0) {
      stops[(at + (event.key === 'ArrowRight' ? 1 : -1) + stops.length) % stops.length]?.focus();
    } else {
      return;
    }
    event.preventDefault();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the disclosed list, arrows move between buttons and links, which Tab reaches too
    <nav
      ref={bar}
      className="menu-bar menu-background"
      {...ground}
      aria-label={intl.formatMessage({ id: 'shell.menu.main' })}
      onKeyDown={press}
      onBlur={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(null);
      }}
    >
      <ul>
        {groups.map(group =>
          group.label === null ? (
            group.entries.map(entry => <BarLink key={entry.to} entry={entry} isOpen={isActive(entry)} />)
          ) : (
            <BarGroup
              key={group.label}
              group={group}
              isActive={isActive}
              open={open === group.label}
              turn={() => setOpen(open === group.label ? null : group.label)}
              close={() => setOpen(null)}
            />
          ),
        )}
      </ul>
    </nav>
  );
};

interface BarGroupProps extends Pick<ReturnType<typeof useMenu>, 'isActive'> {
  readonly group: NamedGroup;
  readonly open: boolean;
  readonly turn: () => void;
  readonly close: () => void;
}

const BarGroup = ({ group, isActive, open, turn, close }: BarGroupProps) => {
  const id = useId();
  const active = group.entries.some(isActive);
  return (
    <li>
      {/* Safari does not focus a clicked button: without this call, the blur would close the list before
          its click event. */}
      <button
        type="button"
        className="menu-stop"
        aria-expanded={open}
        aria-controls={id}
        data-lit={active}
        onClick={event => {
          event.currentTarget.focus();
          turn();
        }}
      >
        {group.icon && <Icon large name={group.icon} />}
        <FormattedMessage id={group.label ?? ''} />
        <Icon large name="unfold" />
      </button>
      <ul id={id} className="menu-drop" hidden={!open}>
        {group.entries.map(entry => (
          <li key={entry.to}>
            <Link
              to={entry.to as '/'}
              search={menuSearch(entry.to, isActive(entry))}
              className="nav-entry"
              aria-current={isActive(entry) ? 'page' : undefined}
              onClick={close}
            >
              <Icon large name={entry.icon} />
              {entry.name}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
};
