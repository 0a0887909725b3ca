import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Icon, type IconName } from './icon.tsx';

export const NOTICE_ICONS = { INFO: 'info', WARNING: 'warning', SUCCESS: 'success', ERROR: 'error' } as const satisfies Readonly<Record<string, IconName>>;

interface Props {
  readonly kind: keyof typeof NOTICE_ICONS;
  /** What can be done about it. */
  readonly action?: { readonly label: ReactNode; readonly keys: string; readonly act: () => void } | undefined;
  readonly onClose: () => void;
  /** Whoever points at it, or is inside with the keyboard, is reading. */
  readonly onHold?: () => void;
  readonly onRelease?: () => void;
  readonly children: ReactNode;
}

/** One notice, as it lies over the page. When it comes and goes, the banner's machine says. */
export const NoticeBar = ({ kind, action, onClose, onHold, onRelease, children }: Props) => {
  const intl = useIntl();
  return (
    <div className="banner" data-kind={kind} role="presentation" onPointerEnter={onHold} onPointerLeave={onRelease} onFocus={onHold} onBlur={onRelease}>
      <Icon large name={NOTICE_ICONS[kind]} />
      <span>{children}</span>
      {action !== undefined && <button type="button" className="banner-action" aria-keyshortcuts={action.keys} onClick={action.act}>{action.label}</button>}
      <button type="button" className="icon-button" aria-label={intl.formatMessage({ id: 'shell.close' })} onClick={onClose}><Icon large name="close" /></button>
    </div>
  );
};
