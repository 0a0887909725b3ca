import { Link, useParams } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { PasswordField } from '../../components/password-field.tsx';
import { Failed, RowsPlaceholder } from '../../components/states.tsx';
import { useExecute, useLocale, useMayWrite } from '../../console/context.ts';
import { resetSecondFactor } from '../../resources/password.ts';
import { userQuery } from '../../resources/users.ts';
import { FailureNote } from '../failure-note.tsx';
import { useEditor } from '../record/use-editor.ts';
import { useFaultText } from '../use-fault-text.ts';
import { useQueryState } from '../use-query.ts';
import '../screens.css';
import './accounts.css';

interface Owner {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly isEnabled: boolean;
}
interface ResetDraft {
  readonly current_password: string;
}

/** /config/user/{id}/second-factor: an administrator resets the second factor of a user who lost it. */
export const Screen = () => {
  const { id } = useParams({ strict: false });
  const mayReset = useMayWrite('administration');
  const isId = id !== undefined && /^[1-9]\d{0,9}$/.test(id);
  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1>
          <FormattedMessage id="shell.second_factor.reset" />
        </h1>
      </header>
      {isId && mayReset ? (
        <LoadedOwner key={id} id={Number(id)} />
      ) : (
        <section className="tp-panel">
          <Failed
            failure={{ kind: 'denied', code: isId ? 'forbidden' : 'not_found' }}
            onAgain={() => undefined}
          />
        </section>
      )}
    </article>
  );
};

/** Loads the user whose second factor is reset. */
const LoadedOwner = ({ id }: { readonly id: number }) => {
  const { answer, failure, reload } = useQueryState(userQuery, { id });
  const [isReset, setReset] = useState(false);
  const user = answer?.one;
  if (failure)
    return (
      <section className="tp-panel">
        <Failed
          failure={failure.kind === 'missing' ? { ...failure, kind: 'denied' } : failure}
          onAgain={reload}
        />
      </section>
    );
  if (!user)
    return (
      <section className="tp-panel">
        <RowsPlaceholder rows={4} />
      </section>
    );
  const owner = {
    id,
    name: user.user_name ?? '',
    email: user.email ?? '',
    isEnabled: user.second_factor && !isReset,
  };
  return <Form owner={owner} isReset={isReset} onReset={() => setReset(true)} />;
};

const OwnerFacts = ({ owner }: { readonly owner: Owner }) => (
  <dl className="account-facts">
    <dt>
      <FormattedMessage id="password.user" />
    </dt>
    <dd>{owner.name}</dd>
    <dt>
      <FormattedMessage id="password.email" />
    </dt>
    <dd>{owner.email}</dd>
    <dt>
      <FormattedMessage id="column.second_factor" />
    </dt>
    <dd>
      <FormattedMessage id={`choice.second_factor.${owner.isEnabled}`} />
    </dd>
  </dl>
);

interface FormProps {
  readonly owner: Owner;
  readonly isReset: boolean;
  readonly onReset: () => void;
}

const useReset = (owner: Owner, onReset: () => void) => {
  const ask = useExecute();
  const { locale } = useLocale();
  return useEditor<ResetDraft, object>({
    id: null,
    blank: { current_password: '' },
    check: ({ current_password: password }) =>
      password === '' ? { current_password: [{ code: 'required' }] } : {},
    guarded: true,
    save: ({ draft }, signal) =>
      resetSecondFactor(ask, owner.id, { current: draft.current_password, locale }, signal),
    onClosed: saved => {
      if (saved) onReset();
    },
  });
};

const Form = ({ owner, isReset, onReset }: FormProps) => {
  const faultText = useFaultText();
  const { draft, faults, failure, busy, change, send, form } = useReset(owner, onReset);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send('save');
  };
  return (
    <form ref={form} className="account-card form" noValidate aria-busy={busy} onSubmit={submit}>
      <OwnerFacts owner={owner} />
      <p className={isReset ? 'form-notice' : 'form-note'} role={isReset ? 'status' : undefined}>
        <FormattedMessage id={leadOf(owner, isReset)} />
      </p>
      {owner.isEnabled && (
        <>
          {failure && <FailureNote failure={failure} />}
          <PasswordField
            name="current_password"
            label={<FormattedMessage id="password.current.mine" />}
            value={draft.current_password}
            autoComplete="current-password"
            faults={faultText(faults['current_password'])}
            onChange={value => change('current_password', value)}
          />
          <div className="actions">
            <button type="submit" className="p-button" aria-disabled={busy}>
              {busy && <span className="spinner" aria-hidden="true" />}
              <FormattedMessage id="second_factor.reset.submit" />
            </button>
          </div>
        </>
      )}
      {isReset && (
        <Link to={'/config/user' as never} className="back">
          <FormattedMessage id="nav.config.user" />
        </Link>
      )}
    </form>
  );
};

const leadOf = ({ isEnabled }: Owner, isReset: boolean): string => {
  if (isReset) return 'second_factor.reset.done';
  return isEnabled ? 'second_factor.reset.lead' : 'second_factor.reset.none';
};
