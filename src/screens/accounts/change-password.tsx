import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Faults } from '../../../machines/draft.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { useExecute, useSignedInData, useMayWrite } from '../../console/context.ts';
import { changePassword } from '../../resources/password.ts';
import { FailureNote } from '../failure-note.tsx';
import { useEditor } from '../record/use-editor.ts';
import { useFaultText } from '../use-fault-text.ts';
import { AccountPage, OwnerFacts, type AccountOwner } from './account-page.tsx';
import { NewPasswordFields } from './new-password.tsx';
import { faultsOfNewPassword, type NewPassword } from './password.ts';

interface PasswordDraft extends NewPassword {
  readonly current_password: string;
}
const BLANK: PasswordDraft = { current_password: '', password: '', confirm: '' };

/** /config/user/{id}/password: changes the user's own password, or another user's as administrator. */
export const Screen = () => {
  const { profile } = useSignedInData();
  const mayOthers = useMayWrite('administration');
  return (
    <AccountPage title="password.title" mayChange={id => mayOthers || id === profile.id}>
      {owner => <Password owner={owner} own={owner.id === profile.id} />}
    </AccountPage>
  );
};

const Password = ({ owner, own }: { readonly owner: AccountOwner; readonly own: boolean }) => {
  const [changed, setChanged] = useState(false);
  return changed ? (
    <Changed owner={owner} own={own} />
  ) : (
    <Form owner={owner} own={own} onChanged={() => setChanged(true)} />
  );
};

const check = (draft: PasswordDraft, { name, email }: AccountOwner): Faults => ({
  ...(draft.current_password === '' && { current_password: [{ code: 'required' }] }),
  ...faultsOfNewPassword(draft, [name, email]),
});

interface FormProps {
  readonly owner: AccountOwner;
  readonly own: boolean;
  readonly onChanged: () => void;
}

const usePasswordEditor = (owner: AccountOwner, onChanged: () => void) => {
  const execute = useExecute();
  return useEditor<PasswordDraft, object>({
    id: null,
    blank: BLANK,
    check: typed => check(typed, owner),
    guarded: true,
    save: ({ draft: typed }, signal) =>
      changePassword(
        execute,
        owner.id,
        { current: typed.current_password, password: typed.password },
        signal,
      ),
    onClosed: saved => {
      if (saved) onChanged();
    },
  });
};

const Form = ({ owner, own, onChanged }: FormProps) => {
  const faultText = useFaultText();
  const { draft, faults, failure, busy, change, send, form } = usePasswordEditor(owner, onChanged);
  return (
    <form
      ref={form}
      className="account-card form"
      noValidate
      aria-busy={busy}
      onSubmit={event => {
        event.preventDefault();
        send('save');
      }}
    >
      <OwnerFacts owner={owner} />
      <p className="form-note">
        <FormattedMessage id={own ? 'password.lead.own' : 'password.lead.other'} />
      </p>
      {failure && <FailureNote failure={failure} />}
      {/* Hidden field by which password managers recognise the account of the new password. */}
      <input type="hidden" name="username" autoComplete="username" value={owner.email} readOnly />
      <PasswordField
        name="current_password"
        label={<FormattedMessage id={own ? 'password.current' : 'password.current.mine'} />}
        value={draft.current_password}
        autoComplete="current-password"
        faults={faultText(faults['current_password'])}
        onChange={value => change('current_password', value)}
        {...(!own && { hint: <FormattedMessage id="password.current.mine.hint" /> })}
      />
      <NewPasswordFields draft={draft} faults={faults} known={[owner.name, owner.email]} onChange={change} />
      <div className="actions">
        <BusyButton busy={busy} className="form-submit">
          <FormattedMessage id={busy ? 'password.busy' : 'password.submit'} />
        </BusyButton>
      </div>
      {own && (
        <p className="field-hint">
          <FormattedMessage id="password.forgot" />
        </p>
      )}
    </form>
  );
};

const Changed = ({ owner, own }: { readonly owner: AccountOwner; readonly own: boolean }) => {
  const { role } = useSignedInData();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="account-card">
      <h2 ref={heading} tabIndex={-1}>
        <FormattedMessage id="password.done" />
      </h2>
      <p className="form-notice" role="status">
        <FormattedMessage
          id={own ? 'password.done.own' : 'password.done.other'}
          values={{ name: owner.name }}
        />
      </p>
      <p>
        {role.base === 'admin' || role.base === 'user' ? (
          <Link to="/config/user" className="p-button p-button-outlined">
            <FormattedMessage id="password.to_users" />
          </Link>
        ) : (
          <Link to="/dashboard" className="p-button p-button-outlined">
            <FormattedMessage id="password.to_dashboard" />
          </Link>
        )}
      </p>
    </section>
  );
};
