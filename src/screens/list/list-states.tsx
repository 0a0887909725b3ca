import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Failure } from '../../../machines/failure.ts';
import { Button } from '../../components/button.tsx';
import { Failed, Nothing } from '../../components/states.tsx';
import type { List } from './use-list.ts';

interface Props {
  readonly is: List<object>['is'];
  readonly failure: Failure | null;
  /** Singular name of the listed records, translated. */
  readonly one: string;
  readonly onAgain: () => void;
  /** Whether the user may add records, by the button over the list. */
  readonly canAdd: boolean;
  readonly onClear: () => void;
  /** The query has a search text or conditions. */
  readonly narrowed: boolean;
}

/** Content instead of rows, if any: the reason why there are none, and what the user can do about it. */
export const insteadOfRows = (props: Props): ReactNode => {
  // Repeating an invalid query would fail again.
  if (props.is === 'failed' && props.failure?.kind === 'invalid' && props.narrowed)
    return <Refused {...props} />;
  switch (props.is) {
    case 'failed':
    case 'denied':
      return props.failure === null ? undefined : <Failed failure={props.failure} onAgain={props.onAgain} />;
    case 'empty':
      return <NothingYet {...props} />;
    case 'noMatches':
      return <NothingFound {...props} />;
    case 'loading':
    case 'pastLastPage':
    case 'filled':
      return undefined;
  }
};

const NothingYet = ({ one, canAdd }: Props) => {
  const intl = useIntl();
  return (
    <Nothing title={<FormattedMessage id="list.empty" values={{ one }} />}>
      {canAdd && (
        <p>
          <FormattedMessage
            id="list.empty_hint"
            values={{ add: intl.formatMessage({ id: 'list.add' }, { one }) }}
          />
        </p>
      )}
    </Nothing>
  );
};

const Refused = ({ onClear }: Props) => {
  const intl = useIntl();
  return (
    <Nothing title={<FormattedMessage id="list.invalid_search" />}>
      <p>
        <FormattedMessage id="list.invalid_search_hint" />
      </p>
      <Button label={intl.formatMessage({ id: 'filter.clear' })} onClick={onClear} />
    </Nothing>
  );
};

const NothingFound = ({ onClear }: Props) => {
  const intl = useIntl();
  return (
    <Nothing title={<FormattedMessage id="list.no_matches" />}>
      <p>
        <FormattedMessage id="list.no_matches_hint" />
      </p>
      <Button label={intl.formatMessage({ id: 'filter.clear' })} onClick={onClear} />
    </Nothing>
  );
};
