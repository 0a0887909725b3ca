import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { BusyButton } from '../../components/busy-button.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useExecute, useLocale, useMayWrite } from '../../console/context.ts';
import { resetSecondFactor } from '../../resources/password.ts';
import { FailureNote } from '../failure-note.tsx';
import { useEditor } from '../record/use-editor.ts';
import { useFaultText } from '../use-fault-text.ts';
import { AccountPage, OwnerFacts, type AccountOwner } from './account-page.tsx';

interface ResetDraft {
  readonly current_password: string;
}

/** /config/user/{id}/second-factor: an administrator resets the second factor of a user who lost it. */
export const Screen = () => {
  const mayReset = useMayWrite('administration');
  return (
    <AccountPage title="shell.second_factor.reset" mayChange={() => mayReset}>
      {owner => <Reset owner={owner} />}
    </AccountPage>
  );
};

const Reset = ({ owner }: { readonly owner: AccountOwner }) => {
  const [isReset, setReset] = useState(false);
  const present = { ...owner, hasSecondFactor: owner.hasSecondFactor && !isReset };
  return <Form owner={present} isReset={isReset} onReset={() => setReset(true)} />;
};

interface FormProps {
  readonly owner: AccountOwner;
  readonly isReset: boolean;
  readonly onReset: () => void;
}

const useReset = (owner: AccountOwner, onReset: () => void) => {
  const execute = useExecute();
  const { locale } = useLocale();
  return useEditor<ResetDraft, object>({
    id: null,
    blank: { current_password: '' },
    check: ({ current_password: password }) =>
      password === '' ? { current_password: [{ code: 'required' }] } : {},
    guarded: true,
    save: ({ draft }, signal) =>
      resetSecondFactor(execute, owner.id, { current: draft.current_password, locale }, signal),
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
      <OwnerFacts owner={owner}>
        <dt>
          <FormattedMessage id="column.second_factor" />
        </dt>
        <dd>
          <FormattedMessage id={`choice.second_factor.${owner.hasSecondFactor}`} />
        </dd>
      </OwnerFacts>
      <p className={isReset ? 'form-notice' : 'form-note'} role={isReset ? 'status' : undefined}>
        <FormattedMessage id={leadOf(owner, isReset)} />
      </p>
      {owner.hasSecondFactor && (
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
            <BusyButton busy={busy}>
              <FormattedMessage id="second_factor.reset.submit" />
            </BusyButton>
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

const leadOf = ({ hasSecondFactor }: AccountOwner, isReset: boolean): string => {
  if (isReset) return 'second_factor.reset.done';
  return hasSecondFactor ? 'second_factor.reset.lead' : 'second_factor.reset.none';
};
