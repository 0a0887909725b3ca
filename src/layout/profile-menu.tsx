import { useNavigate, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { readBuild } from '../console/build.ts';
import { useConsole, useSignedInData, useMayWrite } from '../console/context.ts';
import { usePendingTasks } from '../console/pending-tasks.ts';
import { SETUP_REQUEST } from '../screens/setup/setup-request.ts';
import { initialOf } from './initial.ts';
import { MenuButton } from './menu-button.tsx';
import './profile-menu.css';

const OwnName = lazy(async () => ({ default: (await import('../screens/accounts/own-name.tsx')).OwnName }));
const Notices = lazy(async () => ({ default: (await import('./notices.tsx')).Notices }));

/** Largest displayed count; the accessible name has the exact one. */
const MAX_COUNT_SHOWN = 99;

type Overlay = 'name' | 'notices';

/** Returns a formatter that adds the number of pending tasks to an accessible name. */
const useCountedName = (waiting: number) => {
  const intl = useIntl();
  return (id: string): string => {
    const name = intl.formatMessage({ id });
    return waiting === 0 ? name : intl.formatMessage({ id: 'notices.waiting' }, { name, count: waiting });
  };
};

/** Commands of the user's account. */
const useChoices = (withCount: (id: string) => string, open: (overlay: Overlay) => void) => {
  const intl = useIntl();
  const console = useConsole();
  const session = useSelector(console.actor, state => state.context.session);
  const { profile } = useSignedInData();
  const { routesByPath } = useRouter();
  const navigate = useNavigate();
  const password = '/config/user/$id/password';
  const maySetUp = useMayWrite('settings');
  return [
    { label: intl.formatMessage({ id: 'account.name' }), icon: 'user', choose: () => open('name') },
    ...(password in routesByPath
      ? [
          {
            label: intl.formatMessage({ id: 'shell.password' }),
            icon: 'key' as const,
            choose: () => void navigate({ to: password, params: { id: String(profile.id) } } as never),
          },
        ]
      : []),
    { label: withCount('notices.title'), icon: 'bell', choose: () => open('notices') },
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

/** Button with the user's initial and pending tasks; its menu has the commands of the account. */
const ProfileMenu = () => {
  const { profile } = useSignedInData();
  const waiting = usePendingTasks();
  const withCount = useCountedName(waiting);
  /** The open dialog. */
  const [open, setOpen] = useState<Overlay | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <MenuButton
        className="avatar-button"
        label={withCount('shell.profile')}
        head={<ProfileHead />}
        choices={useChoices(withCount, setOpen)}
      >
        <span className="avatar" aria-hidden="true">
          {initialOf(profile.name)}
        </span>
        {waiting > 0 && (
          <span className="avatar-badge" aria-hidden="true">
            {waiting > MAX_COUNT_SHOWN ? `${MAX_COUNT_SHOWN}+` : waiting}
          </span>
        )}
      </MenuButton>
      {open !== null && (
        <Suspense>{open === 'name' ? <OwnName onClosed={close} /> : <Notices onClose={close} />}</Suspense>
      )}
    </>
  );
};
export default ProfileMenu;
