import { useNavigate, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { THEMES } from '../../machines/chrome.ts';
import { LOCALES } from '../../machines/language.ts';
import { Icon } from '../components/icon.tsx';
import { useConsole, useKnown, useLocale, useTheme } from '../console/context.ts';
import { LANGUAGE_NAMES } from '../screens/public-page.tsx';
import { initialOf } from './initial.ts';
import { MenuButton } from './menu-button.tsx';
import { Palette } from './palette.tsx';
import { useNav } from './use-nav.ts';

const OwnName = lazy(async () => ({ default: (await import('../screens/accounts/own-name.tsx')).OwnName }));
const Notices = lazy(async () => ({ default: (await import('./notices.tsx')).Notices }));

/** What concerns the user and not the screen: language, theme, looks, account. In the navbar, or where that is hidden in the menu. */
export const Tools = () => (
  <div className="tools">
    <Palette />
    <LanguageChoice />
    <ThemeChoice />
    <LooksButton />
    <ProfileMenu />
  </div>
);

const LanguageChoice = () => {
  const intl = useIntl();
  const { locale, choose } = useLocale();
  return (
    <MenuButton
      label={intl.formatMessage({ id: 'shell.language' })}
      choices={LOCALES.map(choice => ({ label: LANGUAGE_NAMES[choice], lang: choice, chosen: choice === locale, choose: () => choose(choice) }))}
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
      choices={THEMES.map(theme => ({ label: intl.formatMessage({ id: `shell.theme.${theme}` }), chosen: theme === chosen, choose: () => choose(theme) }))}
    >
      <Icon large name={dark ? 'dark' : 'light'} />
    </MenuButton>
  );
};

const LooksButton = () => {
  const label = useIntl().formatMessage({ id: 'looks.title' });
  const { send } = useNav();
  return (
    <button type="button" className="icon-button" aria-haspopup="dialog" aria-label={label} title={label} onClick={() => send({ type: 'customizer.open' })}>
      <Icon large name="look" />
    </button>
  );
};

const ProfileMenu = () => {
  const intl = useIntl();
  const console = useConsole();
  const session = useSelector(console.actor, state => state.context.session);
  const { profile } = useKnown();
  const { routesByPath } = useRouter();
  const navigate = useNavigate();
  const password = '/config/user/$id/password';
  /** What is open over the page. */
  const [open, setOpen] = useState<'name' | 'notices' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
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
        choices={[
          { label: intl.formatMessage({ id: 'account.name' }), icon: 'user', choose: () => setOpen('name') },
          ...(password in routesByPath
            ? [{ label: intl.formatMessage({ id: 'shell.password' }), icon: 'key' as const, choose: () => void navigate({ to: password, params: { id: String(profile.id) } } as never) }]
            : []),
          { label: intl.formatMessage({ id: 'notices.title' }), icon: 'bell', choose: () => setOpen('notices') },
          // Its code, and how what is personal is taken out, comes when it is wanted.
          { label: intl.formatMessage({ id: 'app.recording' }), icon: 'page', choose: () => void import('../screens/save-recording.ts').then(({ saveRecording }) => saveRecording(console)) },
          { label: intl.formatMessage({ id: 'shell.signOut' }), icon: 'signOut', choose: () => session.send({ type: 'signOut' }) },
        ]}
      >
        <span className="avatar" aria-hidden="true">{initialOf(profile.name)}</span>
      </MenuButton>
      {open !== null && <Suspense>{open === 'name' ? <OwnName onClosed={close} /> : <Notices onClose={close} />}</Suspense>}
    </>
  );
};
