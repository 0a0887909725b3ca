import { useRouterState } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import {
  lazy,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type FormEvent,
} from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { BusyButton } from '../components/busy-button.tsx';
import { DialogBox } from '../components/dialog-box.tsx';
import { useConsole, useSignedInData } from '../console/context.ts';
import { FailureNote } from '../screens/failure-note.tsx';
import { initialOf } from './initial.ts';

const SecondStep = lazy(async () => ({
  default: (await import('../screens/login/second-step.tsx')).SecondStep,
}));

/** The fields of the dialog in the order of the screen. */
const LOCK_FIELDS = ['company', 'password'] as const;
type LockField = (typeof LOCK_FIELDS)[number];

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
  const [missing, setMissing] = useState<readonly LockField[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const input = (name: LockField) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLInputElement>('[name=password]')?.select();
  }, [refused]);

  /** Whether all of the fields are filled in; empty ones are marked, and the first of them has the focus. */
  const isComplete = (values: Partial<Record<LockField, string>>): boolean => {
    const empty = LOCK_FIELDS.filter(name => values[name] === '');
    setMissing(empty);
    if (empty[0] !== undefined) input(empty[0])?.focus();
    return empty.length === 0;
  };
  const companyCode = () => company ?? (input('company')?.value ?? '').trim().normalize('NFKC');
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = { company: companyCode(), password: input('password')?.value ?? '' };
    if (busy || !isComplete(values)) return;
    session.send({ type: 'signIn', credentials: { ...values, email: profile.email, autoLogin } });
  };
  const signOn = () => {
    const values = { company: companyCode() };
    if (busy || !isComplete(values)) return;
    session.send({ type: 'signOn', request: { ...values, autoLogin, target: href } });
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

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'name'> {
  readonly id: string;
  readonly name: LockField;
  readonly missing: boolean;
}

/** A required field, which says that it is empty once the form was sent. */
const RequiredField = ({ id, name, missing, ...input }: FieldProps) => (
  <div className="field">
    <label htmlFor={id}>
      <FormattedMessage id={`login.${name}`} />
    </label>
    <input
      {...input}
      id={id}
      name={name}
      className={missing ? 'p-inputtext p-invalid' : 'p-inputtext'}
      required
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
      {asksCompany && (
        <RequiredField
          data-first
          id={`${id}-company`}
          name="company"
          missing={missing.includes('company')}
          maxLength={100}
          autoComplete="organization"
        />
      )}
      <RequiredField
        data-first
        id={id}
        name="password"
        missing={missing.includes('password')}
        type="password"
        maxLength={254}
        autoComplete="current-password"
      />
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
