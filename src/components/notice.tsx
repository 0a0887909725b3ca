import { useRef, type MouseEvent, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { FailureReference } from './failure-reference.tsx';
import { Icon, type IconName } from './icon.tsx';
import type { FailureReferenceProps } from './reference-text.ts';

export const NOTICE_ICONS = {
  INFO: 'info',
  WARNING: 'warning',
  SUCCESS: 'success',
  ERROR: 'error',
} as const satisfies Readonly<Record<string, IconName>>;

interface Props {
  readonly kind: keyof typeof NOTICE_ICONS;
  /** Null: no sign. Default: the sign of the kind. */
  readonly icon?: IconName | null | undefined;
  /** Of a failure: the reference for support. */
  readonly reference?: FailureReferenceProps | undefined;
  /** What can be done about it. */
  readonly action?:
    | { readonly label: ReactNode; readonly keys: string; readonly act: () => void }
    | undefined;
  readonly onClose: () => void;
  /** A user who points at it, or has the focus inside, is reading. */
  readonly onHold?: () => void;
  readonly onRelease?: () => void;
  readonly children: ReactNode;
}

/** Pixels that the pointer may move between press and release: more of it is a selection. */
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
 * One notice, as it lies over the page. A click anywhere on it closes it
 * (docs/decisions/0011-measures-of-screens.md), unless its text was selected; by keyboard the cross does. The
 * banner's machine decides when it appears and disappears.
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
      <button
        type="button"
        className="icon-button"
        aria-label={intl.formatMessage({ id: 'shell.close' })}
        onClick={onClose}
      >
        <Icon large name="close" />
      </button>
    </div>
  );
};
