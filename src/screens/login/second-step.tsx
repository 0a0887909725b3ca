import { useSelector } from '@xstate/react';
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Failure } from '../../../machines/failure.ts';
import { useConsole } from '../../console/context.ts';
import { useFailureText } from '../failure-text.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import './second-step.css';

/** State of the second step of the sign-in. */
const useSecondStep = () => {
  const session = useSelector(useConsole().actor, state => state.context.session);
  const busy = useSelector(session, state => state.hasTag('busy'));
  const failure = useSelector(session, state => (state.hasTag('busy') ? null : state.context.failure));
  /** The failure of a method that was left does not concern the next one. */
  const [left, setLeft] = useState<Failure | null>(null);
  return { session, busy, failure: failure === left ? null : failure, leave: () => setLeft(failure) };
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

/** What answers the challenge. */
type Method = 'passkey' | 'app' | 'recovery';

interface OtherMethodsProps {
  readonly methods: readonly Method[];
  readonly busy: boolean;
  readonly onChoose: (method: Method) => void;
  readonly onBack: () => void;
}

/** Chooses another method, and leads back to the password. */
const OtherMethods = ({ methods, busy, onChoose, onBack }: OtherMethodsProps) => (
  <div className="form-methods">
    {methods.map(method => (
      <button
        key={method}
        type="button"
        className="p-button p-button-text p-button-sm"
        disabled={busy}
        onClick={() => onChoose(method)}
      >
        <FormattedMessage id={`login.code.use_${method}`} />
      </button>
    ))}
    <button type="button" className="p-button p-button-text p-button-sm" disabled={busy} onClick={onBack}>
      <FormattedMessage id="login.code.back" />
    </button>
  </div>
);

const LEADS: Readonly<Record<Method, string>> = {
  passkey: 'login.passkey.lead',
  app: 'login.code.lead',
  recovery: 'login.code.recovery.lead',
};

/** The methods of the user, those first that take the least effort. */
const useMethods = (): readonly Method[] => {
  const { session } = useSecondStep();
  const challenge = useSelector(session, state => state.context.challenge);
  return [
    ...(challenge?.hasPasskey === true ? (['passkey'] as const) : []),
    ...(challenge?.hasApp === true ? (['app'] as const) : []),
    'recovery',
  ];
};

/** Second step of the sign-in: a passkey, a code of the authenticator app, or a recovery code in their place. */
export const SecondStep = () => {
  const failureText = useFailureText();
  const { session, busy, failure, leave } = useSecondStep();
  const methods = useMethods();
  const [method, setMethod] = useState<Method>(methods[0] ?? 'recovery');
  const [missing, setMissing] = useState(false);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const remember = data.get('remember') !== null;
    if (method === 'passkey') return session.send({ type: 'answer', answer: { kind: 'passkey', remember } });
    const typed = data.get('code');
    const code = typeof typed === 'string' ? typed.trim() : '';
    setMissing(code === '');
    if (code !== '') session.send({ type: 'answer', answer: { kind: 'code', code, remember } });
  };

  return (
    <form className="form" noValidate onSubmit={submit} aria-busy={busy}>
      <p className="field-hint">
        <FormattedMessage id={LEADS[method]} />
      </p>
      {failure && (
        <p className="form-failure" role="alert">
          {failureText(failure)}
        </p>
      )}
      {method !== 'passkey' && (
        <CodeField
          key={method}
          isRecovery={method === 'recovery'}
          missing={missing}
          isRefused={failure !== null}
        />
      )}
      <label className="check">
        <input type="checkbox" name="remember" />
        <FormattedMessage id="login.code.remember" />
      </label>
      <SubmitButton busy={busy} isPasskey={method === 'passkey'} />
      <OtherMethods
        methods={methods.filter(other => other !== method)}
        busy={busy}
        onChoose={chosen => {
          leave();
          setMethod(chosen);
          setMissing(false);
        }}
        onBack={() => session.send({ type: 'cancel' })}
      />
    </form>
  );
};

/** The button gets the focus where there is no field to type into. */
const SubmitButton = ({ busy, isPasskey }: { readonly busy: boolean; readonly isPasskey: boolean }) => {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isPasskey) button.current?.focus();
  }, [isPasskey]);
  const idle = isPasskey ? 'login.passkey.submit' : 'login.submit';
  return (
    <BusyButton busy={busy} className="form-submit" ref={button}>
      <FormattedMessage id={busy ? 'login.busy' : idle} />
    </BusyButton>
  );
};
