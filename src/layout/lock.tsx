import { useRouterState } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { BusyButton } from '../components/busy-button.tsx';
import { DialogBox } from '../components/dialog-box.tsx';
import { useConsole, useSignedInData } from '../console/context.ts';
import { FailureNote } from '../screens/failure-note.tsx';
import { initialOf } from './initial.ts';

const SecondStep = lazy(async () => ({
  default: (await import('../screens/login/second-step.tsx')).SecondStep,
}));

/** State of signing in again as the same user: requires the password, and the company code if unknown. */
const useUnlock = () => {
  const { actor, account } = useConsole();
  const { profile } = useSignedInData();
  const href = useRouterState({ select: ({ location }) => location.href });
  const session = useSelector(actor, state => state.context.session);
  const isBusy = useSelector(session, state => state.hasTag('busy'));
  const returning = useSelector(actor, state => state.matches('identifying'));
  const busy = isBusy || returning;
  const failure = useSelector(session, state => (state.hasTag('busy') ? null : state.context.failure));
  const refused =
    failure === null || failure.code === 'session_ended' || failure.code === 'unauthenticated'
      ? null
      : failure;
  const { company, autoLogin } = account();
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLInputElement>('[name=password]')?.select();
  }, [refused]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    };
    const password = text('password');
    setMissing(password === '');
    if (busy) return;
    if (password === '') return form.current?.querySelector<HTMLInputElement>('[name=password]')?.focus();
    session.send({
      type: 'signIn',
      credentials: {
        company: company ?? text('company').trim().normalize('NFKC'),
        email: profile.email,
        password,
        autoLogin,
      },
    });
  };
  const signOn = () => {
    const typed = company ?? form.current?.querySelector<HTMLInputElement>('[name=company]')?.value ?? '';
    const request = { company: typed.trim().normalize('NFKC'), autoLogin, target: href };
    if (!busy && request.company !== '') session.send({ type: 'signOn', request });
  };
  return { form, busy, refused, missing, asksCompany: company === null, submit, signOn };
};

const LockedUser = () => {
  const { name, companyName, email } = useSignedInData().profile;
  return (
    <p className="lock-user">
      <span className="avatar" aria-hidden="true">
        {initialOf(name)}
      </span>
      <span>
        <strong>{name}</strong>
        <span>
          {companyName} · {email}
        </span>
      </span>
    </p>
  );
};

const CompanyField = ({ id }: { readonly id: string }) => (
  <div className="field">
    <label htmlFor={id}>
      <FormattedMessage id="login.company" />
    </label>
    <input
      id={id}
      name="company"
      className="p-inputtext"
      required
      maxLength={100}
      autoComplete="organization"
    />
  </div>
);

const PasswordField = ({ id, missing }: { readonly id: string; readonly missing: boolean }) => (
  <div className="field">
    <label htmlFor={id}>
      <FormattedMessage id="login.password" />
    </label>
    <input
      data-first
      id={id}
      name="password"
      type="password"
      className={missing ? 'p-inputtext p-invalid' : 'p-inputtext'}
      autoComplete="current-password"
      required
      maxLength={254}
      aria-invalid={missing}
      aria-describedby={missing ? `${id}-fault` : undefined}
    />
    {missing && (
      <span id={`${id}-fault`} className="field-fault">
        <FormattedMessage id="login.required" />
      </span>
    )}
  </div>
);

/** First step: the password, for the same user. */
const PasswordStep = ({ id }: { readonly id: string }) => {
  const intl = useIntl();
  const { profile } = useSignedInData();
  const { form, busy, refused, missing, asksCompany, submit, signOn } = useUnlock();
  return (
    <form ref={form} className="form" noValidate onSubmit={submit}>
      {refused && <FailureNote failure={refused} />}
      {/* Hidden field by which password managers recognise the account. */}
      <input type="email" name="email" autoComplete="username" value={profile.email} readOnly hidden />
      {asksCompany && <CompanyField id={`${id}-company`} />}
      <PasswordField id={id} missing={missing} />
      <BusyButton busy={busy} className="form-submit">
        {intl.formatMessage({ id: busy ? 'login.busy' : 'login.submit' })}
      </BusyButton>
      <button type="button" className="p-button p-button-outlined" aria-disabled={busy} onClick={signOn}>
        {intl.formatMessage({ id: 'login.sign_on' })}
      </button>
    </form>
  );
};

/**
 * Sign-in dialog over the page whose session ended. The page stays unchanged, including typed drafts; another
 * user can leave it.
 */
export const Lock = () => {
  const { actor } = useConsole();
  const session = useSelector(actor, state => state.context.session);
  const isBusy = useSelector(session, state => state.hasTag('busy'));
  const isReturning = useSelector(actor, state => state.matches('identifying'));
  const isSecondStep = useSelector(session, state => state.hasTag('secondStep'));
  const id = useId();
  return (
    <DialogBox labelledBy={`${id}-title`} className="modal lock" busy={isBusy || isReturning}>
      <div className="form">
        <div className="lock-head">
          <h2 id={`${id}-title`}>
            <FormattedMessage id="lock.title" />
          </h2>
          <p>
            <FormattedMessage id="lock.lead" />
          </p>
        </div>
        <LockedUser />
        {isSecondStep ? (
          <Suspense>
            <SecondStep />
          </Suspense>
        ) : (
          <PasswordStep id={id} />
        )}
        <button
          type="button"
          className="p-button p-button-text"
          onClick={() => session.send({ type: 'signOut' })}
        >
          <FormattedMessage id="lock.other" />
        </button>
      </div>
    </DialogBox>
  );
};
