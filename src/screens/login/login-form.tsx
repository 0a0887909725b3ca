import { Link, useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { BusyButton } from '../../components/busy-button.tsx';
import { ShowButton } from '../../components/show-button.tsx';
import { useConsole } from '../../console/context.ts';
import { useFailureText } from '../failure-text.ts';

const FIELDS = ['company', 'email', 'password'] as const;
type FieldName = (typeof FIELDS)[number];

/** Failures of the previous session, which do not concern the typed values. */
const OF_BEFORE = new Set(['session_ended', 'unauthenticated']);

/** State of the sign-in: whether it is running, and the failure of the last attempt. */
const useSignIn = () => {
  const session = useSelector(useConsole().actor, state => state.context.session);
  const busy = useSelector(session, state => state.hasTag('busy'));
  const failure = useSelector(session, state => (state.hasTag('busy') ? null : state.context.failure));
  const refused = failure !== null && !OF_BEFORE.has(failure.code) ? failure : null;
  return { session, busy, refused };
};

const textIn = (data: FormData, name: string): string => {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
};

const credentialsIn = (data: FormData) => ({
  company: textIn(data, 'company').trim().normalize('NFKC'),
  email: textIn(data, 'email').trim().normalize('NFKC'),
  password: textIn(data, 'password'),
  autoLogin: data.get('autoLogin') !== null,
});

/** The two ways of the form: by password, and through the identity provider of the company. */
const useLoginForm = ({ session, busy }: Pick<ReturnType<typeof useSignIn>, 'session' | 'busy'>) => {
  const to = useSearch({ strict: false, select: search => (search as { readonly to?: string }).to });
  const [missing, setMissing] = useState<readonly FieldName[]>([]);
  const form = useRef<HTMLFormElement>(null);

  /** Calls `send` if the named fields are filled in, else marks the empty ones. */
  const sendFilled = (
    names: readonly FieldName[],
    send: (credentials: ReturnType<typeof credentialsIn>) => void,
  ) => {
    if (busy || form.current === null) return;
    const credentials = credentialsIn(new FormData(form.current));
    const absent = names.filter(name => credentials[name] === '');
    setMissing(absent);
    const [first] = absent;
    if (first === undefined) send(credentials);
    else form.current.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    sendFilled(FIELDS, credentials => session.send({ type: 'signIn', credentials }));
  };
  const signOn = () =>
    sendFilled(['company'], ({ company, autoLogin }) =>
      session.send({ type: 'signOn', request: { company, autoLogin, target: to ?? null } }),
    );
  return { form, missing, submit, signOn };
};

/**
 * Sign-in form. Native inputs with PrimeReact's classes, as they do not disturb input methods, pasting and
 * password managers, and save 27 KB of components on the first page.
 */
export const LoginForm = () => {
  const failureText = useFailureText();
  const { session, busy, refused } = useSignIn();
  const { form, missing, submit, signOn } = useLoginForm({ session, busy });
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (refused) message.current?.focus();
  }, [refused]);

  return (
    <form ref={form} className="form" noValidate onSubmit={submit} aria-busy={busy}>
      {refused && (
        <p ref={message} className="form-failure" role="alert" tabIndex={-1}>
          {failureText(refused)}
        </p>
      )}
      <Credentials missing={missing} />
      <div className="form-row">
        <label className="check">
          <input type="checkbox" name="autoLogin" />
          <FormattedMessage id="login.autoLogin" />
        </label>
        <Link to="/forgot-password">
          <FormattedMessage id="login.forgot" />
        </Link>
      </div>
      <BusyButton busy={busy} className="form-submit">
        <FormattedMessage id={busy ? 'login.busy' : 'login.submit'} />
      </BusyButton>
      <button
        type="button"
        className="p-button p-button-outlined form-submit"
        aria-disabled={busy}
        onClick={signOn}
      >
        <FormattedMessage id="login.sign_on" />
      </button>
    </form>
  );
};

/** Fields of the account and its password. */
const Credentials = ({ missing }: { readonly missing: readonly FieldName[] }) => {
  const [shown, setShown] = useState(false);
  return (
    <>
      <LoginField
        name="company"
        label="login.company"
        autoComplete="organization"
        missing={missing.includes('company')}
      />
      <LoginField
        name="email"
        label="login.email"
        type="email"
        autoComplete="username"
        inputMode="email"
        missing={missing.includes('email')}
      />
      <LoginField
        name="password"
        label="login.password"
        type={shown ? 'text' : 'password'}
        autoComplete="current-password"
        missing={missing.includes('password')}
      >
        <ShowButton shown={shown} onToggle={() => setShown(!shown)} />
      </LoginField>
    </>
  );
};

interface LoginFieldProps {
  readonly name: FieldName;
  readonly label: string;
  readonly autoComplete: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly inputMode?: 'email';
  readonly missing: boolean;
  readonly children?: ReactNode;
}

const LoginField = ({ name, label, missing, type = 'text', children, ...input }: LoginFieldProps) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>
        <FormattedMessage id={label} />
      </label>
      <span className="field-input">
        <input
          {...input}
          id={id}
          name={name}
          type={type}
          className={missing ? 'p-inputtext p-invalid' : 'p-inputtext'}
          required
          maxLength={254}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={missing}
          aria-describedby={missing ? `${id}-fault` : undefined}
        />
        {children}
      </span>
      {missing && (
        <span id={`${id}-fault`} className="field-fault">
          <FormattedMessage id="login.required" />
        </span>
      )}
    </div>
  );
};
