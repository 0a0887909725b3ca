import { Link } from '@tanstack/react-router';
import { FormattedMessage, useIntl } from 'react-intl';
import { Icon } from '../../components/icon.tsx';
import { parseSearch } from '../../console/address.ts';
import { listPositionOf } from '../../console/list-position.ts';

interface Props {
  /** Name of the resource. */
  readonly name: string;
  readonly id: number;
  /** Address pattern of a record's page, with `$id`. */
  readonly page: string;
}

/**
 * Links to the previous and next record of the list from which the user came, and back to that list in its
 * former state.
 */
export const NeighbourLinks = ({ name, id, page }: Props) => {
  const intl = useIntl();
  const position = listPositionOf(name, id);
  if (position === null) return null;
  const { place, count, previous, next, address } = position;
  const [path = '', query = ''] = address.split('?');
  const step = (to: number | null, label: string, icon: 'previous' | 'next') => {
    const text = intl.formatMessage({ id: label });
    // A disabled link keeps its space, so that the other one stays under the pointer.
    return to === null ? (
      <span className="icon-button tp-neighbours-end" aria-hidden="true">
        <Icon name={icon} />
      </span>
    ) : (
      <Link
        to={page.replace('$id', String(to)) as '/'}
        className="icon-button"
        aria-label={text}
        title={text}
      >
        <Icon name={icon} />
      </Link>
    );
  };
  return (
    <nav className="tp-neighbours" aria-label={intl.formatMessage({ id: 'record.neighbours' })}>
      <Link to={path as '/'} search={parseSearch(query) as object}>
        <FormattedMessage id="record.missing.back" />
      </Link>
      {step(previous, 'record.previous', 'previous')}
      <span>
        <FormattedMessage id="record.place" values={{ place, count }} />
      </span>
      {step(next, 'record.next', 'next')}
    </nav>
  );
};
