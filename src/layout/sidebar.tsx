import { Link, useMatches } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useKnown } from '../console/context.ts';
import { Brand } from '../screens/brand.tsx';
import { Icon } from './icon.tsx';
import { NAVIGATION, type Entry } from './navigation.ts';
import { useNav } from './use-nav.ts';

/** The menu: beside the page, or over it on a narrow screen. */
export const Sidebar = () => {
  const intl = useIntl();
  const { role } = useKnown();
  const { over, open, collapsed, send, dismiss } = useNav();
  const lit = useMatches({ select: matches => matches.flatMap(match => [match.pathname, match.staticData.navActiveLink ?? '']) });
  const menu = useRef<HTMLElement>(null);

  // Opened over the page, the menu takes the focus and gives it back; the rest of the page is inert meanwhile (see Frame).
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
  }, [over, open, dismiss]);

  const groups = NAVIGATION
    .map(({ label, entries }) => ({ label, entries: entries.filter(({ needs }) => needs === undefined || role.permissions[needs] !== 'none') }))
    .filter(({ entries }) => entries.length > 0);

  return (
    <>
      {over && open && <div className="nav-shade" role="presentation" onClick={dismiss} />}
      <aside
        id="menu"
        ref={menu}
        className="sidebar"
        data-collapsed={collapsed}
        inert={over && !open}
      >
        <div className="sidebar-head">
          <Brand compact={collapsed} />
          {over && (
            <button type="button" className="icon-button" aria-label={intl.formatMessage({ id: 'shell.menu.close' })} onClick={dismiss}>
              <Icon name="close" />
            </button>
          )}
        </div>
        <nav aria-label={intl.formatMessage({ id: 'shell.menu.main' })}>
          {groups.map(({ label, entries }) => (
            <section key={label ?? ''} className="nav-group">
              {label !== null && <h2 className="nav-label"><FormattedMessage id={label} /></h2>}
              <ul>
                {entries.map(entry => <MenuEntry key={entry.to} entry={entry} lit={lit.includes(entry.to)} collapsed={collapsed} />)}
              </ul>
            </section>
          ))}
        </nav>
        {!over && (
          <button type="button" className="nav-entry nav-fold" onClick={() => send({ type: 'nav.toggle' })} title={intl.formatMessage({ id: collapsed ? 'shell.menu.expand' : 'shell.menu.collapse' })}>
            <Icon name={collapsed ? 'expand' : 'collapse'} />
            <span className="nav-text"><FormattedMessage id={collapsed ? 'shell.menu.expand' : 'shell.menu.collapse'} /></span>
          </button>
        )}
      </aside>
    </>
  );
};

const MenuEntry = ({ entry, lit, collapsed }: { readonly entry: Entry; readonly lit: boolean; readonly collapsed: boolean }) => {
  const label = useIntl().formatMessage({ id: entry.label });
  // A plain click on the menu starts the screen afresh: only the product stays, by the shell's search middleware.
  return (
    <li>
      <Link to={entry.to as '/'} className="nav-entry" aria-current={lit ? 'page' : undefined} title={collapsed ? label : undefined}>
        <Icon name={entry.icon} />
        <span className="nav-text">{label}</span>
      </Link>
    </li>
  );
};
