import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { ShowButton } from '../../components/show-button.tsx';
import { useConsole } from '../../console/context.ts';
import { useFailureText } from '../failure-text.ts';

const FIELDS = ['company', 'email', 'password'] as const;
type FieldName = (typeof FIELDS)[number];

/** Codes that speak about the session before, not about what was typed. */
const OF_BEFORE = new Set(['session_ended', 'unauthenticated']);

/**
 * Company, address, password. The inputs are the browser's own, dressed in PrimeReact's classes: they leave
 * composition
 * (IME), pasting and password managers alone, and keep 27 KB of components out of the first page.
 */
export const LoginForm = () => {
  const failureText = useFailureText();
  const session = useSelector(useConsole().actor, state => state.context.session);
  const busy = useSelector(session, state => state.hasTag('busy'));
  const failure = useSelector(session, state => (state.hasTag('busy') ? null : state.context.failure));
  const refused = failure !== null && !OF_BEFORE.has(failure.code) ? failure : null;
  const [missing, setMissing] = useState<readonly FieldName[]>([]);
  const [shown, setShown] = useState(false);
  const message = useRef<HTMLParagraphElement>(null);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (refused) message.current?.focus();
  }, [refused]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    };
    const absent = FIELDS.filter(name => (name === 'password' ? text(name) : text(name).trim()) === '');
    setMissing(absent);
    const [first] = absent;
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    session.send({
      type: 'signIn',
      credentials: {
        company: text('company').trim().normalize('NFKC'),
        email: text('email').trim().normalize('NFKC'),
        password: text('password'),
        autoLogin: data.get('autoLogin') !== null,
      },
    });
  };

  return (
    <form ref={form} className="form" noValidate onSubmit={submit} aria-busy={busy}>
      {refused && (
        <p ref={message} className="form-failure" role="alert" tabIndex={-1}>
          {failureText(refused)}
        </p>
      )}
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
      <div className="form-row">
        <label className="check">
          <input type="checkbox" name="autoLogin" />
          <FormattedMessage id="login.autoLogin" />
        </label>
        <Link to="/forgot-password">
          <FormattedMessage id="login.forgot" />
        </Link>
      </div>
      <button type="submit" className="p-button form-submit" aria-disabled={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        <FormattedMessage id={busy ? 'login.busy' : 'login.submit'} />
      </button>
    </form>
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
