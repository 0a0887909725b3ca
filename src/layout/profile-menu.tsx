import { useNavigate, useRouter } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { readBuild } from '../console/build.ts';
import { useConsole, useKnown } from '../console/context.ts';
import { useStanding } from '../console/pending-tasks.ts';
import { initialOf } from './initial.ts';
import { MenuButton } from './menu-button.tsx';
import './profile-menu.css';

const OwnName = lazy(async () => ({ default: (await import('../screens/accounts/own-name.tsx')).OwnName }));
const Notices = lazy(async () => ({ default: (await import('./notices.tsx')).Notices }));

/** A larger number has no room; its name says it. */
const MOST_SHOWN = 99;

/** Who one is here, what waits for one, and what one may do about oneself. */
const ProfileMenu = () => {
  const intl = useIntl();
  const console = useConsole();
  const session = useSelector(console.actor, state => state.context.session);
  const { profile } = useKnown();
  const { routesByPath } = useRouter();
  const navigate = useNavigate();
  const password = '/config/user/$id/password';
  const waiting = useStanding();
  const build = readBuild();
  const withCount = (id: string) =>
    waiting === 0
      ? intl.formatMessage({ id })
      : intl.formatMessage({ id: 'notices.waiting' }, { name: intl.formatMessage({ id }), count: waiting });
  /** What is open over the page. */
  const [open, setOpen] = useState<'name' | 'notices' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <MenuButton
        className="avatar-button"
        label={withCount('shell.profile')}
        head={
          <>
            <strong>{profile.name}</strong>
            <span>{profile.email}</span>
            <span>
              {profile.companyName} · {profile.roleName}
            </span>
            {build !== null && <span>{intl.formatMessage({ id: 'shell.build' }, { build })}</span>}
          </>
        }
        choices={[
          { label: intl.formatMessage({ id: 'account.name' }), icon: 'user', choose: () => setOpen('name') },
          ...(password in routesByPath
            ? [
                {
                  label: intl.formatMessage({ id: 'shell.password' }),
                  icon: 'key' as const,
                  choose: () => void navigate({ to: password, params: { id: String(profile.id) } } as never),
                },
              ]
            : []),
          { label: withCount('notices.title'), icon: 'bell', choose: () => setOpen('notices') },
          // Its code, and how what is personal is taken out, comes when it is wanted.
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
        ]}
      >
        <span className="avatar" aria-hidden="true">
          {initialOf(profile.name)}
        </span>
        {waiting > 0 && (
          <span className="avatar-badge" aria-hidden="true">
            {waiting > MOST_SHOWN ? `${MOST_SHOWN}+` : waiting}
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
