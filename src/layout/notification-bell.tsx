import { useActorRef, useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { notificationsMachine, unreadNotices } from '../../machines/notifications.ts';
import { Icon } from '../components/icon.tsx';
import { Popover } from '../components/popover.tsx';
import { watched } from '../console/actor-registry.ts';
import { useConsole } from '../console/context.ts';
import { useProductChoice } from '../console/product.ts';
import { usePendingTasks } from '../console/pending-tasks.ts';
import './notification-bell.css';

const NotificationPanel = lazy(async () => ({
  default: (await import('./notification-panel.tsx')).NotificationPanel,
}));

const TaskCounter = lazy(async () => ({
  default: (await import('../screens/notices/task-counter.tsx')).TaskCounter,
}));

/** The tasks are counted this long after the bell appeared, so that the screen loads first. */
const COUNTED_AFTER_MS = 2_000;

/** Largest displayed count; the accessible name has the exact one. */
const MAX_COUNT_SHOWN = 99;

/** The panel's machine, which follows the past notices of the banner. */
const useNotifications = () => {
  const banner = useSelector(useConsole().actor, state => state.context.banner);
  const past = useSelector(banner, state => state.context.past);
  const actor = useActorRef(notificationsMachine, watched);
  useEffect(() => actor.send({ type: 'past.changed', past }), [actor, past]);
  return actor;
};

/** Counts the pending tasks of the chosen product. */
const LaterTaskCounter = () => {
  const { product } = useProductChoice();
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), COUNTED_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue && product !== null ? (
    <Suspense>
      <TaskCounter productId={product.id} />
    </Suspense>
  ) : null;
};

/** Bell with the number of pending tasks and missed notices; opens the panel that lists them. */
const NotificationBell = () => {
  const intl = useIntl();
  const actor = useNotifications();
  const isOpen = useSelector(actor, state => state.matches('open'));
  const unread = useSelector(actor, state => unreadNotices(state.context).length);
  const waiting = usePendingTasks();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  // A press on the bell is outside the open panel and closes it before the click, which must not open it again.
  const wasOpen = useRef(false);
  const close = () => actor.send({ type: 'close' });
  const count = waiting + unread;
  const label = intl.formatMessage({ id: 'notices.bell' }, { waiting, unread });
  return (
    <>
      <button
        ref={setButton}
        type="button"
        className="icon-button notification-bell"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={() => {
          if (!wasOpen.current) actor.send({ type: 'toggle' });
          wasOpen.current = false;
        }}
      >
        <Icon large name="bell" />
        {count > 0 && (
          <span className="notification-badge" aria-hidden="true">
            {count > MAX_COUNT_SHOWN ? `${MAX_COUNT_SHOWN}+` : count}
          </span>
        )}
      </button>
      <LaterTaskCounter />
      {isOpen && button !== null && (
        <Popover anchor={button} label={intl.formatMessage({ id: 'notices.title' })} onClose={close}>
          <div className="notification-placeholder">
            <Suspense>
              <NotificationPanel onClose={close} />
            </Suspense>
          </div>
        </Popover>
      )}
    </>
  );
};
export default NotificationBell;
