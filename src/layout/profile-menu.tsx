import { useNavigate, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { readBuild } from '../console/build.ts';
import { useConsole, useSignedInData, useMayWrite } from '../console/context.ts';
import { SETUP_REQUEST } from '../screens/setup/setup-request.ts';
import { initialOf } from './initial.ts';
import { MenuButton } from './menu-button.tsx';
import { useReloadInLanguage } from './use-reload-in-language.ts';

const OwnName = lazy(async () => ({ default: (await import('../screens/accounts/own-name.tsx')).OwnName }));

/** Screens of the user's own account. */
const OWN_SCREENS = [
  { to: '/config/second-factor', label: 'shell.second_factor', icon: 'phone' },
  { to: '/config/sessions', label: 'shell.sessions', icon: 'computer' },
] as const;

/** Commands of the user's account. */
const useChoices = (openName: () => void) => {
  const intl = useIntl();
  const console = useConsole();
  const session = useSelector(console.actor, state => state.context.session);
  const { profile } = useSignedInData();
  const { routesByPath } = useRouter();
  const navigate = useNavigate();
  const password = '/config/user/$id/password';
  const maySetUp = useMayWrite('settings');
  return [
    { label: intl.formatMessage({ id: 'account.name' }), icon: 'user', choose: openName },
    ...(password in routesByPath
      ? [
          {
            label: intl.formatMessage({ id: 'shell.password' }),
            icon: 'key' as const,
            choose: () => void navigate({ to: password, params: { id: String(profile.id) } } as never),
          },
        ]
      : []),
    ...OWN_SCREENS.filter(({ to }) => to in routesByPath).map(({ to, label, icon }) => ({
      label: intl.formatMessage({ id: label }),
      icon,
      choose: () => void navigate({ to } as never),
    })),
    ...(maySetUp
      ? [
          {
            label: intl.formatMessage({ id: 'setup.title' }),
            icon: 'flag' as const,
            choose: () => void navigate({ to: '/dashboard', search: SETUP_REQUEST } as never),
          },
        ]
      : []),
    // The code of the recording and its anonymisation is loaded on first use.
    {
      label: intl.formatMessage({ id: 'app.recording' }),
      icon: 'page',
      choose: () =>
        void import('../screens/save-recording.ts').then(({ saveRecording }) => saveRecording(console)),
    },
    {
      label: intl.formatMessage({ id: 'shell.signOut' }),
      icon: 'signOut',
      choose: () => session.send({ type: 'signOut' }),
    },
  ] as const;
};

/** The user's name, company and role, and the build of the console. */
const ProfileHead = () => {
  const intl = useIntl();
  const { name, email, companyName, roleName } = useSignedInData().profile;
  const build = readBuild();
  return (
    <>
      <strong>{name}</strong>
      <span>{email}</span>
      <span>
        {companyName} · {roleName}
      </span>
      {build !== null && <span>{intl.formatMessage({ id: 'shell.build' }, { build })}</span>}
    </>
  );
};

/** Button with the user's initial; its menu has the commands of the account. */
const ProfileMenu = () => {
  const intl = useIntl();
  const { profile } = useSignedInData();
  const [isNaming, setNaming] = useState(false);
  useReloadInLanguage();
  return (
    <>
      <MenuButton
        className="avatar-button"
        label={intl.formatMessage({ id: 'shell.profile' })}
        head={<ProfileHead />}
        choices={useChoices(() => setNaming(true))}
      >
        <span className="avatar" aria-hidden="true">
          {initialOf(profile.name)}
        </span>
      </MenuButton>
      {isNaming && (
        <Suspense>
          <OwnName onClosed={() => setNaming(false)} />
        </Suspense>
      )}
    </>
  );
};
export default ProfileMenu;
