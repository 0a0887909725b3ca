import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Icon } from '../../components/icon.tsx';

interface HeadProps {
  readonly name: string;
  readonly title: string;
  /** Name of one record. */
  readonly one: string;
  /** Additional command of the list. */
  readonly command: ReactNode;
  /** Null: the user may not add records. */
  readonly onAdd: (() => void) | null;
}

/** Heading of a list with its commands. */
export const ListHead = ({ name, title, one, command, onAdd }: HeadProps) => (
  <header className="tp-list-head">
    <div className="tp-screen-head">
      <h1>{title}</h1>
      <p>
        <FormattedMessage id={`resource.${name}.lead`} />
      </p>
    </div>
    <div className="tp-list-commands">
      {command}
      {onAdd !== null && (
        <button type="button" className="p-button" onClick={onAdd}>
          <Icon name="plus" />
          <FormattedMessage id="list.add" values={{ one }} />
        </button>
      )}
    </div>
  </header>
);
