import { useSelector } from '@xstate/react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NoticeKind } from '../../machines/banner.ts';
import { useConsole } from '../console/context.ts';
import { Icon, type IconName } from './icon.tsx';

export const NOTICE_ICONS: Readonly<Record<NoticeKind, IconName>> = { INFO: 'info', WARNING: 'warning', SUCCESS: 'success', ERROR: 'error' };

/** The notice that the banner machine shows. The region is always there, since a screen reader tells only what changes in one. */
export const Banner = () => {
  const intl = useIntl();
  const banner = useSelector(useConsole().actor, state => state.context.banner);
  const notice = useSelector(banner, state => (state.matches('showing') ? state.context.queue[0] : undefined));
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
          <button type="button" className="icon-button" aria-label={intl.formatMessage({ id: 'shell.close' })} onClick={() => banner.send({ type: 'dismiss' })}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
};
