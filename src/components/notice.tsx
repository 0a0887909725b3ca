import { useRef, type MouseEvent, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { FailureReference } from './failure-reference.tsx';
import { Icon, type IconName } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import type { FailureReferenceProps } from './reference-text.ts';

export const NOTICE_ICONS = {
  INFO: 'info',
  WARNING: 'warning',
  SUCCESS: 'success',
  ERROR: 'error',
} as const satisfies Readonly<Record<string, IconName>>;

interface Props {
  readonly kind: keyof typeof NOTICE_ICONS;
  /** Null: no icon. Default: the icon of the kind. */
  readonly icon?: IconName | null | undefined;
  /** Of a failure: the reference for support. */
  readonly reference?: FailureReferenceProps | undefined;
  /** Button for an action on what the notice reports. */
  readonly action?:
    | { readonly label: ReactNode; readonly keys: string; readonly act: () => void }
    | undefined;
  readonly onClose: () => void;
  /** Called while the pointer or the focus is on the notice, so that the caller can pause its timer. */
  readonly onHold?: () => void;
  readonly onRelease?: () => void;
  readonly children: ReactNode;
}

/**
 * Pointer movement in pixels between press and release up to which the press is a click, not a text
 * selection.
 */
const CLICK_TOLERANCE_PX = 4;

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}
const isFar = (from: Point, to: Point): boolean =>
  Math.hypot(to.clientX - from.clientX, to.clientY - from.clientY) > CLICK_TOLERANCE_PX;
const isOnControl = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('button, a') !== null;

/**
 * One notice, shown over the page. A click on it closes it (docs/decisions/0011-measures-of-screens.md)
 * unless text was selected; keyboard users press the close button. The banner machine decides when it appears
 * and disappears.
 */
export const NoticeBar = ({
  kind,
  icon = NOTICE_ICONS[kind],
  reference,
  action,
  onClose,
  onHold,
  onRelease,
  children,
}: Props) => {
  const intl = useIntl();
  const pressedAt = useRef<Point | null>(null);
  const closeOnClick = (event: MouseEvent) => {
    const isSelection = pressedAt.current !== null && isFar(pressedAt.current, event);
    if (!isOnControl(event) && !isSelection) onClose();
  };
  return (
    <div
      className="banner"
      data-kind={kind}
      role="presentation"
      onPointerEnter={onHold}
      onPointerLeave={onRelease}
      onFocus={onHold}
      onBlur={onRelease}
      onPointerDown={({ clientX, clientY }) => {
        pressedAt.current = { clientX, clientY };
      }}
      onClick={closeOnClick}
    >
      {icon !== null && <Icon large name={icon} />}
      <span className="banner-text">
        {children}
        {reference !== undefined && <FailureReference {...reference} />}
      </span>
      {action !== undefined && (
        <button type="button" className="banner-action" aria-keyshortcuts={action.keys} onClick={action.act}>
          {action.label}
        </button>
      )}
      <IconButton icon="close" large label={intl.formatMessage({ id: 'shell.close' })} onClick={onClose} />
    </div>
  );
};
