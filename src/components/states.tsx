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

/** There is nothing, with what can be done about it. */
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

/** The empty state; `hint` states what would change it. */
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

/** For a forbidden page it does not report a failed action: the user only wanted to view it. */
const messageIdOf = (code: string, messages: Readonly<Record<string, unknown>>): string => {
  if (code === 'forbidden') return 'state.denied';
  return messages[`failure.${code}`] === undefined ? 'failure.unexpected' : `failure.${code}`;
};

/**
 * Why there is no answer, in the server's words, and another try. Not being allowed is no fault, and trying
 * again would not help.
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
  // An action that the user cancelled is no alert.
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
        <Button label={intl.formatMessage({ id: 'state.again' })} onClick={onAgain} />
      )}
      <FailureReference {...failure} />
    </Plate>
  );
};

/** The next rows could not be loaded; the ones on the screen stay. */
export const MoreFailed = ({ onAgain }: { readonly onAgain: () => void }) => {
  const intl = useIntl();
  return (
    <div className="tp-strip" role="alert">
      <FormattedMessage id="grid.more_failed" />
      <Button label={intl.formatMessage({ id: 'state.again' })} onClick={onAgain} />
    </div>
  );
};

/** Where rows will be. It appears after 150 ms, so that a quick answer does not flash. */
export const RowsAwaited = ({ rows = 10 }: { readonly rows?: number }) => {
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
  /** How many rows are expected. */
  readonly rows?: number;
}

/** In the place of rows that are not loaded: they are loading, or the reason why loading failed. */
export const NotLoaded = ({ failure, onAgain, ...expected }: NotLoadedProps) =>
  failure === null ? <RowsAwaited {...expected} /> : <Failed failure={failure} onAgain={onAgain} />;
