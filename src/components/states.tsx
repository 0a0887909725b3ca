import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from './button.tsx';
import { FailureReference } from './failure-reference.tsx';
import { Icon, type IconName } from './icon.tsx';
import './states.css';

interface PlateProps {
  readonly icon: IconName;
  readonly tone?: 'quiet' | 'alarm';
  readonly title: ReactNode;
  readonly children?: ReactNode;
}

const Plate = ({ icon, tone = 'quiet', title, children }: PlateProps) => (
  <div className={`tp-state tp-state-${tone}`} role={tone === 'alarm' ? 'alert' : 'status'}>
    <Icon name={icon} />
    <strong>{title}</strong>
    {children}
  </div>
);

/** Empty state with a caller's content, such as buttons for the next step. */
export const Nothing = ({
  title,
  children,
}: {
  readonly title: ReactNode;
  readonly children?: ReactNode;
}) => (
  <Plate icon="empty" title={title}>
    {children}
  </Plate>
);

/** Empty state with a title and a hint about how to get rows (both are message ids). */
export const Empty = ({ title, hint }: { readonly title: string; readonly hint?: string }) => (
  <Plate icon="empty" title={<FormattedMessage id={title} />}>
    {hint !== undefined && (
      <p>
        <FormattedMessage id={hint} />
      </p>
    )}
  </Plate>
);

export interface ShownFailure {
  readonly kind: string;
  readonly code: string;
  readonly values?: Readonly<Record<string, string | number>>;
  readonly requestId?: string;
  readonly status?: number;
}

const iconOf = ({ kind, code }: ShownFailure): IconName => {
  if (kind === 'denied') return 'lock';
  if (code === 'cancelled') return 'info';
  return kind === 'offline' ? 'offline' : 'warning';
};

/**
 * Message of a failure. A forbidden page has a message of its own: its user wanted to view a page and has no
 * failed action.
 */
const messageIdOf = (code: string, messages: Readonly<Record<string, unknown>>): string => {
  if (code === 'forbidden') return 'state.denied';
  return messages[`failure.${code}`] === undefined ? 'failure.unexpected' : `failure.${code}`;
};

/**
 * Failure state with the message for its code, and a button to try again. Denied access is not an error, and
 * trying again would not help, so it has no button.
 */
export const Failed = ({
  failure,
  onAgain,
}: {
  readonly failure: ShownFailure;
  readonly onAgain: () => void;
}) => {
  const intl = useIntl();
  const denied = failure.kind === 'denied';
  // An action that the user cancelled is not announced as an alert.
  const isQuiet = denied || failure.code === 'cancelled';
  return (
    <Plate
      icon={iconOf(failure)}
      tone={isQuiet ? 'quiet' : 'alarm'}
      title={intl.formatMessage(
        { id: messageIdOf(failure.code, intl.messages) },
        { seconds: 60, ...failure.values },
      )}
    >
      {denied ? (
        <p>
          <FormattedMessage id="state.denied_hint" />
        </p>
      ) : (
        <Button label={intl.formatMessage({ id: 'state.retry' })} onClick={onAgain} />
      )}
      <FailureReference {...failure} />
    </Plate>
  );
};

/** The next rows could not be loaded; the loaded ones stay displayed. */
export const MoreFailed = ({ onAgain }: { readonly onAgain: () => void }) => {
  const intl = useIntl();
  return (
    <div className="tp-strip" role="alert">
      <FormattedMessage id="grid.more_failed" />
      <Button label={intl.formatMessage({ id: 'state.retry' })} onClick={onAgain} />
    </div>
  );
};

/**
 * Placeholder for rows that are loading. The style sheet shows it after 150 ms, so that quick responses do
 * not flicker.
 */
export const RowsPlaceholder = ({ rows = 10 }: { readonly rows?: number }) => {
  const intl = useIntl();
  return (
    <div className="tp-skeleton" role="status" aria-label={intl.formatMessage({ id: 'state.loading' })}>
      {Array.from({ length: rows }, (_, index) => (
        <span key={index} style={{ width: `${92 - ((index * 37) % 40)}%` }} />
      ))}
    </div>
  );
};

interface NotLoadedProps {
  readonly failure: ShownFailure | null;
  readonly onAgain: () => void;
  /** Number of expected rows. */
  readonly rows?: number;
}

/** Replaces rows that are not loaded: a placeholder while loading, or the failure. */
export const NotLoaded = ({ failure, onAgain, ...expected }: NotLoadedProps) =>
  failure === null ? <RowsPlaceholder {...expected} /> : <Failed failure={failure} onAgain={onAgain} />;
