import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import { useConsole } from '../../console/context.ts';
import { useFailureText } from '../failure-text.ts';

/** State of the second step of the sign-in. */
const useSecondStep = () => {
  const session = useSelector(useConsole().actor, state => state.context.session);
  const busy = useSelector(session, state => state.hasTag('busy'));
  const failure = useSelector(session, state => (state.hasTag('busy') ? null : state.context.failure));
  return { session, busy, failure };
};

interface CodeFieldProps {
  readonly isRecovery: boolean;
  readonly missing: boolean;
  readonly isRefused: boolean;
}

/** Field of the code. Its value may contain blanks, as apps show and copy them. */
const CodeField = ({ isRecovery, missing, isRefused }: CodeFieldProps) => {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  // The refused code is selected, so that the next one replaces it.
  useEffect(() => {
    if (isRefused || missing) input.current?.select();
  }, [isRefused, missing]);
  return (
    <div className="field">
      <label htmlFor={id}>
        <FormattedMessage id={isRecovery ? 'login.code.recovery' : 'login.code.app'} />
      </label>
      <span className="field-input">
        <input
          ref={input}
          id={id}
          name="code"
          className={missing ? 'p-inputtext p-invalid' : 'p-inputtext'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          required
          maxLength={40}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={missing}
          aria-describedby={missing ? `${id}-fault` : undefined}
        />
      </span>
      {missing && (
        <span id={`${id}-fault`} className="field-fault">
          <FormattedMessage id="login.required" />
        </span>
      )}
    </div>
  );
};

interface OtherWaysProps {
  readonly isRecovery: boolean;
  readonly busy: boolean;
  readonly onToggle: () => void;
  readonly onBack: () => void;
}

/** Changes the kind of code, and leads back to the password. */
const OtherWays = ({ isRecovery, busy, onToggle, onBack }: OtherWaysProps) => (
  <div className="form-row">
    <button type="button" className="p-button p-button-text p-button-sm" onClick={onToggle}>
      <FormattedMessage id={isRecovery ? 'login.code.use_app' : 'login.code.use_recovery'} />
    </button>
    <button type="button" className="p-button p-button-text p-button-sm" disabled={busy} onClick={onBack}>
      <FormattedMessage id="login.code.back" />
    </button>
  </div>
);

/** Second step of the sign-in: a code of the authenticator app, or a recovery code in its place. */
export const SecondStep = () => {
  const failureText = useFailureText();
  const { session, busy, failure } = useSecondStep();
  const [isRecovery, setRecovery] = useState(false);
  const [missing, setMissing] = useState(false);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const typed = data.get('code');
    const code = typeof typed === 'string' ? typed.trim() : '';
    setMissing(code === '');
    if (code !== '')
      session.send({ type: 'answer', answer: { code, remember: data.get('remember') !== null } });
  };

  return (
    <form className="form" noValidate onSubmit={submit} aria-busy={busy}>
      <p className="field-hint">
        <FormattedMessage id={isRecovery ? 'login.code.recovery.lead' : 'login.code.lead'} />
      </p>
      {failure && (
        <p className="form-failure" role="alert">
          {failureText(failure)}
        </p>
      )}
      <CodeField
        key={String(isRecovery)}
        isRecovery={isRecovery}
        missing={missing}
        isRefused={failure !== null}
      />
      <label className="check">
        <input type="checkbox" name="remember" />
        <FormattedMessage id="login.code.remember" />
      </label>
      <button type="submit" className="p-button form-submit" aria-disabled={busy}>
        {busy && <span className="spinner" aria-hidden="true" />}
        <FormattedMessage id={busy ? 'login.busy' : 'login.submit'} />
      </button>
      <OtherWays
        isRecovery={isRecovery}
        busy={busy}
        onToggle={() => {
          setRecovery(!isRecovery);
          setMissing(false);
        }}
        onBack={() => session.send({ type: 'cancel' })}
      />
    </form>
  );
};
