import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { FormattedMessage } from 'react-intl';
import { NoticeBar } from '../components/notice.tsx';
import { useConsole } from '../console/context.ts';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]');

/**
 * The notice of the banner machine. The live region is always mounted, since screen readers announce only
 * changes inside an existing one.
 */
export const Banner = () => {
  const banner = useSelector(useConsole().actor, state => state.context.banner);
  const notice = useSelector(banner, state =>
    state.matches('showing') ? state.context.queue[0] : undefined,
  );
  const undoes = notice?.action !== undefined;
  useEffect(() => {
    if (!undoes) return undefined;
    // In a text field, Ctrl+Z undoes typing.
    const press = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'z' ||
        !(event.ctrlKey || event.metaKey) ||
        event.shiftKey ||
        event.altKey ||
        isField(event.target)
      )
        return;
      event.preventDefault();
      banner.send({ type: 'act' });
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [banner, undoes]);
  return (
    <div role="status" aria-live={notice?.kind === 'ERROR' ? 'assertive' : 'polite'}>
      {notice && (
        <NoticeBar
          kind={notice.kind}
          icon={notice.icon}
          reference={notice.reference}
          {...(notice.action !== undefined && {
            action: {
              label: <FormattedMessage id={notice.action.label} />,
              keys: 'Control+Z',
              act: () => banner.send({ type: 'act' }),
            },
          })}
          onClose={() => banner.send({ type: 'dismiss' })}
          onHold={() => banner.send({ type: 'hold' })}
          onRelease={() => banner.send({ type: 'release' })}
        >
          <FormattedMessage id={notice.message} {...(notice.values && { values: notice.values })} />
        </NoticeBar>
      )}
    </div>
  );
};
