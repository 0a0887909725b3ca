import { useSelector } from '@xstate/react';
import { useIntl } from 'react-intl';
import { THEMES } from '../../machines/chrome.ts';
import { LOCALES } from '../../machines/language.ts';
import { useConsole, useKnown, useLocale, useTheme } from '../console/context.ts';
import { LANGUAGE_NAMES } from '../screens/public-page.tsx';
import { Icon } from './icon.tsx';
import { MenuButton } from './menu-button.tsx';
import { ProductChoice } from './product-choice.tsx';
import { useNav } from './use-nav.ts';

/** Above every screen: the product one works on, and what concerns the user. */
export const Navbar = () => {
  const intl = useIntl();
  const { over, open, send } = useNav();
  const say = (id: string) => intl.formatMessage({ id });
  return (
    <header className="navbar">
      {over && (
        <button type="button" className="icon-button" aria-label={say('shell.menu')} aria-expanded={open} aria-controls="menu" onClick={() => send({ type: 'nav.toggle' })}>
          <Icon name="menu" />
        </button>
      )}
      <ProductChoice />
      <span className="navbar-gap" />
      <span className="zone" title={say('shell.zone')}>
        <Icon name="clock" />
        <span aria-hidden="true">Asia/Tokyo</span>
        <span className="visually-hidden">{say('shell.zone')}</span>
      </span>
      <LanguageChoice />
      <ThemeChoice />
      <ProfileMenu />
    </header>
  );
};

const LanguageChoice = () => {
  const intl = useIntl();
  const { locale, choose } = useLocale();
  return (
    <MenuButton
      label={intl.formatMessage({ id: 'shell.language' })}
      choices={LOCALES.map(choice => ({ label: LANGUAGE_NAMES[choice], lang: choice, chosen: choice === locale, choose: () => choose(choice) }))}
    >
      <Icon name="language" />
    </MenuButton>
  );
};

const ThemeChoice = () => {
  const intl = useIntl();
  const { choice: chosen, dark, choose } = useTheme();
  return (
    <MenuButton
      label={intl.formatMessage({ id: 'shell.theme' })}
      choices={THEMES.map(theme => ({ label: intl.formatMessage({ id: `shell.theme.${theme}` }), chosen: theme === chosen, choose: () => choose(theme) }))}
    >
      <Icon name={dark ? 'dark' : 'light'} />
    </MenuButton>
  );
};

const ProfileMenu = () => {
  const intl = useIntl();
  const session = useSelector(useConsole().actor, state => state.context.session);
  const { profile } = useKnown();
  return (
    <MenuButton
      className="avatar-button"
      label={intl.formatMessage({ id: 'shell.profile' })}
      head={
        <>
          <strong>{profile.name}</strong>
          <span>{profile.email}</span>
          <span>{profile.companyName} · {profile.roleName}</span>
        </>
      }
      choices={[{ label: intl.formatMessage({ id: 'shell.signOut' }), icon: 'signOut', choose: () => session.send({ type: 'signOut' }) }]}
    >
      <span className="avatar" aria-hidden="true">{[...profile.name.trim()][0]?.toUpperCase() ?? '·'}</span>
    </MenuButton>
  );
};
