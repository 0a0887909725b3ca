import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NoticeKind } from '../../machines/banner.ts';
import { useConsole } from '../console/context.ts';
import { Icon, type IconName } from './icon.tsx';

export const NOTICE_ICONS: Readonly<Record<NoticeKind, IconName>> = { INFO: 'info', WARNING: 'warning', SUCCESS: 'success', ERROR: 'error' };

const isField = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]');

/** The notice that the banner machine shows. The region is always there, since a screen reader tells only what changes in one. */
export const Banner = () => {
  const intl = useIntl();
  const banner = useSelector(useConsole().actor, state => state.context.banner);
  const notice = useSelector(banner, state => (state.matches('showing') ? state.context.queue[0] : undefined));
  const undoes = notice?.action !== undefined;
  useEffect(() => {
    if (!undoes) return undefined;
    // In a field the keys take back what was typed.
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || isField(event.target)) return;
      event.preventDefault();
      banner.send({ type: 'act' });
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [banner, undoes]);
  return (
    <div role="status" aria-live={notice?.kind === 'ERROR' ? 'assertive' : 'polite'}>
      {notice && (
        // Who points at it, or is inside with the keyboard, is reading.
        <div
          className="banner"
          data-kind={notice.kind}
          role="presentation"
          onPointerEnter={() => banner.send({ type: 'hold' })}
          onPointerLeave={() => banner.send({ type: 'release' })}
          onFocus={() => banner.send({ type: 'hold' })}
          onBlur={() => banner.send({ type: 'release' })}
        >
          <Icon name={NOTICE_ICONS[notice.kind]} />
          <span><FormattedMessage id={notice.message} {...(notice.values && { values: notice.values })} /></span>
          {notice.action !== undefined && (
            <button type="button" className="banner-action" aria-keyshortcuts="Control+Z" onClick={() => banner.send({ type: 'act' })}>
              <FormattedMessage id={notice.action.label} />
            </button>
          )}
          <button type="button" className="icon-button" aria-label={intl.formatMessage({ id: 'shell.close' })} onClick={() => banner.send({ type: 'dismiss' })}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
};
