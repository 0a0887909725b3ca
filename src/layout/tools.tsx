import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { THEMES } from '../../machines/appearance.ts';
import { LOCALES } from '../../machines/language.ts';
import { Icon } from '../components/icon.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { useLocale, useTheme } from '../console/context.ts';
import { LANGUAGE_NAMES } from '../screens/public-page.tsx';
import { MenuButton } from './menu-button.tsx';
import { Palette } from './palette.tsx';
import { useNav } from './use-nav.ts';

// Loaded separately; the frame does not wait for their data.
const NotificationBell = lazy(() => import('./notification-bell.tsx'));
const ProfileMenu = lazy(() => import('./profile-menu.tsx'));

/**
 * Tools of the user rather than the screen: palette, language, theme, appearance, notifications, account. In
 * the navbar, or in the menu if the navbar is hidden.
 */
export const Tools = () => (
  <div className="tools">
    <Palette />
    <LanguageChoice />
    <ThemeChoice />
    <AppearanceButton />
    <Suspense
      fallback={
        <>
          <span className="icon-button" />
          <span className="avatar-place" />
        </>
      }
    >
      <NotificationBell />
      <ProfileMenu />
    </Suspense>
  </div>
);

const LanguageChoice = () => {
  const intl = useIntl();
  const { locale, choose } = useLocale();
  return (
    <MenuButton
      label={intl.formatMessage({ id: 'shell.language' })}
      choices={LOCALES.map(choice => ({
        label: LANGUAGE_NAMES[choice],
        lang: choice,
        chosen: choice === locale,
        choose: () => choose(choice),
      }))}
    >
      <Icon large name="language" />
    </MenuButton>
  );
};

const ThemeChoice = () => {
  const intl = useIntl();
  const { choice: chosen, dark, choose } = useTheme();
  return (
    <MenuButton
      className="icon-button theme-choice"
      label={intl.formatMessage({ id: 'shell.theme' })}
      choices={THEMES.map(theme => ({
        label: intl.formatMessage({ id: `shell.theme.${theme}` }),
        chosen: theme === chosen,
        choose: () => choose(theme),
      }))}
    >
      <Icon large name={dark ? 'dark' : 'light'} />
    </MenuButton>
  );
};

const AppearanceButton = () => {
  const label = useIntl().formatMessage({ id: 'appearance.title' });
  const { send } = useNav();
  return (
    <IconButton
      icon="look"
      large
      aria-haspopup="dialog"
      label={label}
      title={label}
      onClick={() => send({ type: 'customizer.open' })}
    />
  );
};
