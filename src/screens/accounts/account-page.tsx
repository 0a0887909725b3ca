import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Failure } from '../../../machines/failure.ts';
import { Failed, RowsPlaceholder } from '../../components/states.tsx';
import { userQuery } from '../../resources/users.ts';
import '../screens.css';
import { useQueryState } from '../use-query.ts';
import './accounts.css';

/** The user whose account a page changes. */
export interface AccountOwner {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
}

const Refused = ({ failure, onAgain }: { readonly failure: Failure; readonly onAgain: () => void }) => (
  <section className="tp-panel">
    <Failed
      failure={failure.kind === 'missing' ? { ...failure, kind: 'denied' } : failure}
      onAgain={onAgain}
    />
  </section>
);

interface LoadedProps {
  readonly id: number;
  readonly children: (owner: AccountOwner) => ReactNode;
}

const LoadedOwner = ({ id, children }: LoadedProps) => {
  const { answer, failure, reload } = useQueryState(userQuery, { id });
  const user = answer?.one;
  if (failure) return <Refused failure={failure} onAgain={reload} />;
  if (!user)
    return (
      <section className="tp-panel">
        <RowsPlaceholder rows={4} />
      </section>
    );
  return children({
    id,
    name: user.user_name,
    email: user.email,
    hasSecondFactor: user.second_factor,
  });
};

interface Props {
  readonly title: string;
  /** Whether the signed-in user may change this account. */
  readonly mayChange: (id: number) => boolean;
  readonly children: (owner: AccountOwner) => ReactNode;
}

/** Page of the address `/config/user/{id}/…`, which changes the account of one user. */
export const AccountPage = ({ title, mayChange, children }: Props) => {
  const { id } = useParams({ strict: false });
  const number = id !== undefined && /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null;
  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1>
          <FormattedMessage id={title} />
        </h1>
      </header>
      {number !== null && mayChange(number) ? (
        <LoadedOwner key={id} id={number}>
          {children}
        </LoadedOwner>
      ) : (
        <Refused
          failure={{ kind: 'denied', code: number === null ? 'not_found' : 'forbidden' }}
          onAgain={() => undefined}
        />
      )}
    </article>
  );
};

/** Facts about the user. @param props.children further facts */
export const OwnerFacts = ({
  owner,
  children,
}: {
  readonly owner: AccountOwner;
  readonly children?: ReactNode;
}) => (
  <dl className="account-facts">
    <dt>
      <FormattedMessage id="password.user" />
    </dt>
    <dd>{owner.name}</dd>
    <dt>
      <FormattedMessage id="password.email" />
    </dt>
    <dd>{owner.email}</dd>
    {children}
  </dl>
);
