import { Link, useMatches } from '@tanstack/react-router';
import { FormattedMessage, useIntl } from 'react-intl';
import { Icon } from '../components/icon.tsx';
import { capitalised } from '../console/capitalised.ts';
import { useName } from '../console/naming.ts';
import { useMenu } from './use-menu.ts';

/** Path of the screen: home, menu group, menu entry and, on the page of a record, the record's label. */
export const Breadcrumbs = () => {
  const intl = useIntl();
  const { place } = useMenu();
  const { path, title } = useMatches({
    select: matches => ({ path: matches.at(-1)?.pathname, title: matches.at(-1)?.staticData.title }),
    structuralSharing: true,
  });
  const name = useName(path);
  if (place === null || path === '/dashboard') return null;
  const own = place.entry.to === path;
  return (
    <nav className="crumbs" aria-label={intl.formatMessage({ id: 'shell.crumbs' })}>
      <ol>
        <li>
          <Link
            to="/dashboard"
            aria-label={intl.formatMessage({ id: 'nav.dashboard' })}
            title={intl.formatMessage({ id: 'nav.dashboard' })}
          >
            <Icon large name="home" />
          </Link>
        </li>
        {place.group.label !== null && (
          <li>
            <Icon large name="next" />
            <FormattedMessage id={place.group.label} />
          </li>
        )}
        <li>
          <Icon large name="next" />
          {own ? (
            <span aria-current="page">{place.entry.name}</span>
          ) : (
            <Link to={place.entry.to as '/'} activeOptions={{ exact: true }}>
              {place.entry.name}
            </Link>
          )}
        </li>
        {!own && title !== undefined && (
          <li>
            <Icon large name="next" />
            <span aria-current="page">{name ?? capitalised(intl.formatMessage({ id: title }))}</span>
          </li>
        )}
      </ol>
    </nav>
  );
};
