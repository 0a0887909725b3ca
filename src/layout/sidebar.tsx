import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Icon } from '../components/icon.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { menuSearch } from '../console/shared-period.ts';
import { Brand } from '../screens/brand.tsx';
import { isNames, useStoredValue } from '../screens/use-stored-value.ts';
import { Zone } from './navbar.tsx';
import { ProductChoice } from './product-choice.tsx';
import { Tools } from './tools.tsx';
import { useMenu, type NamedEntry } from './use-menu.ts';
import { useNav } from './use-nav.ts';

type Nav = ReturnType<typeof useNav>;

/**
 * Moves the focus into an overlay menu and closes the menu on Escape; the page is inert meanwhile (see
 * Frame).
 */
const useFocusInMenu = (menu: RefObject<HTMLElement | null>, { over, open, dismiss }: Nav): void =>
  useEffect(() => {
    if (!over || !open) return undefined;
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') dismiss();
    };
    document.addEventListener('keydown', escape);
    menu.current?.querySelector('a')?.focus();
    return () => {
      document.removeEventListener('keydown', escape);
      document.querySelector<HTMLElement>('[aria-controls="menu"]')?.focus();
    };
  }, [menu, over, open, dismiss]);

/** Scrolls the entry of the current page into view, since the menu is longer than most screens. */
const useScrollToEntry = (menu: RefObject<HTMLElement | null>, here: string | undefined, shown: boolean) =>
  useEffect(() => {
    const [box, active] = [menu.current, menu.current?.querySelector('[aria-current="page"]')];
    if (box && active && here !== undefined && shown) scrollIntoBox(box, active);
  }, [menu, here, shown]);

/** The folded groups of the menu by their message ids, stored for the user. */
const useFoldedGroups = () => {
  const [stored, store] = useStoredValue('nav_folded', isNames);
  const folded = stored ?? [];
  return {
    folded,
    toggle: (label: string) =>
      store(folded.includes(label) ? folded.filter(other => other !== label) : [...folded, label]),
  };
};

interface GroupProps {
  readonly label: string | null;
  readonly entries: readonly NamedEntry[];
  readonly isActive: (entry: NamedEntry) => boolean;
  readonly collapsed: boolean;
  readonly isFolded: boolean;
  readonly onFold: (label: string) => void;
}

/** A group of the menu; folded, it shows only the entry of the current page. */
const MenuGroup = ({ label, entries, isActive, collapsed, isFolded, onFold }: GroupProps) => (
  <section className="nav-group">
    {label !== null && (
      <h2 className="nav-label">
        {collapsed ? (
          <FormattedMessage id={label} />
        ) : (
          <button type="button" aria-expanded={!isFolded} onClick={() => onFold(label)}>
            <FormattedMessage id={label} />
            <Icon name="next" />
          </button>
        )}
      </h2>
    )}
    <ul>
      {entries
        .filter(entry => !isFolded || isActive(entry))
        .map(entry => (
          <MenuEntry key={entry.to} entry={entry} active={isActive(entry)} collapsed={collapsed} />
        ))}
    </ul>
  </section>
);

/** The menu: beside the page, or over it on narrow screens. */
export const Sidebar = () => {
  const intl = useIntl();
  const { groups, isActive, place } = useMenu();
  const nav = useNav();
  const { over, open, collapsed, bare, ground, dismiss } = nav;
  const folding = useFoldedGroups();
  const menu = useRef<HTMLElement>(null);
  useFocusInMenu(menu, nav);
  useScrollToEntry(menu, place?.entry.to, open || !over);

  return (
    <>
      {over && open && <div className="nav-shade" role="presentation" onClick={dismiss} />}
      <aside id="menu" ref={menu} className="sidebar menu-background" {...ground} inert={over && !open}>
        <div className="sidebar-head">
          <Brand compact={collapsed} />
          {over && (
            <IconButton
              icon="close"
              large
              label={intl.formatMessage({ id: 'shell.menu.close' })}
              onClick={dismiss}
            />
          )}
        </div>
        {bare && !collapsed && <ProductChoice />}
        <nav aria-label={intl.formatMessage({ id: 'shell.menu.main' })}>
          {groups.map(({ label, entries }) => (
            <MenuGroup
              key={entries[0]?.to}
              label={label}
              entries={entries}
              isActive={isActive}
              collapsed={collapsed}
              isFolded={!collapsed && label !== null && folding.folded.includes(label)}
              onFold={folding.toggle}
            />
          ))}
        </nav>
        {bare && !collapsed && <Zone />}
        {bare && <Tools />}
        {!over && <FoldButton {...nav} />}
      </aside>
    </>
  );
};

const FoldButton = ({ collapsed, send }: Nav) => {
  const intl = useIntl();
  return (
    <button
      type="button"
      className="nav-entry nav-fold"
      onClick={() => send({ type: 'nav.toggle' })}
      title={intl.formatMessage({ id: collapsed ? 'shell.menu.expand' : 'shell.menu.collapse' })}
    >
      <Icon large name={collapsed ? 'expand' : 'collapse'} />
      <span className="nav-text">
        <FormattedMessage id={collapsed ? 'shell.menu.expand' : 'shell.menu.collapse'} />
      </span>
    </button>
  );
};

/** Minimum distance of an entry to the edges of the menu, in pixels. */
const SCROLL_MARGIN_PX = 56;

/**
 * Scrolls only the box, and only if the element is not visible: `scrollIntoView` would scroll the page too.
 */
const scrollIntoBox = (box: HTMLElement, element: Element): void => {
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  if (inner.top < outer.top + SCROLL_MARGIN_PX || inner.bottom > outer.bottom - SCROLL_MARGIN_PX)
    box.scrollTop += (inner.top + inner.bottom - outer.top - outer.bottom) / 2;
};

const MenuEntry = ({
  entry,
  active,
  collapsed,
}: {
  readonly entry: NamedEntry;
  readonly active: boolean;
  readonly collapsed: boolean;
}) => {
  return (
    <li>
      <Link
        to={entry.to as '/'}
        search={menuSearch(entry.to, active)}
        className="nav-entry"
        aria-current={active ? 'page' : undefined}
        title={collapsed ? entry.name : undefined}
      >
        <Icon large name={entry.icon} />
        <span className="nav-text">{entry.name}</span>
      </Link>
    </li>
  );
};
