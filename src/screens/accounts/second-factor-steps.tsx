import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Failure } from '../../../machines/failure.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { Button } from '../../components/button.tsx';
import { copy } from '../../components/copy.ts';
import { Icon } from '../../components/icon.tsx';
import { PasswordField } from '../../components/password-field.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { TextField } from '../../components/text-field.tsx';
import { FailureNote } from '../failure-note.tsx';
import { useFaultText } from '../use-fault-text.ts';
import type { SecondFactorControl } from './use-second-factor.ts';

interface StepProps {
  readonly title: string;
  readonly busy: boolean;
  readonly submit: string;
  readonly onSubmit: () => void;
  /** Absent: the step cannot be left otherwise. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** One step with its heading, which gets the focus when the step begins, and its buttons. */
const Step = ({ title, busy, submit, onSubmit, onCancel, children }: StepProps) => {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('input:not([type=hidden]), h2');
    first?.focus();
  }, []);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <form
      ref={form}
      className="form tp-factor-step"
      noValidate
      aria-labelledby={id}
      aria-busy={busy}
      onSubmit={send}
    >
      <h2 id={id} tabIndex={-1}>
        <FormattedMessage id={title} />
      </h2>
      {children}
      <div className="actions">
        <BusyButton busy={busy}>
          <FormattedMessage id={submit} />
        </BusyButton>
        {onCancel && (
          <button type="button" className="p-button p-button-text" disabled={busy} onClick={onCancel}>
            <FormattedMessage id="second_factor.cancel" />
          </button>
        )}
      </div>
    </form>
  );
};

/** Faults of a field by a failure, and the failure itself if it does not concern the field. */
const useFieldFaults = (failure: Failure | null, field: string, missing: boolean) => {
  const faultText = useFaultText();
  const own = failure?.fields?.[field];
  return {
    faults: faultText(missing ? [{ code: 'required' }] : own),
    other: own === undefined ? failure : null,
  };
};

/** Asks for the current password before a change, and for the name of a new passkey. */
export const PasswordStep = ({
  control: { state, send, factor },
}: {
  readonly control: SecondFactorControl;
}) => {
  const intl = useIntl();
  const faultText = useFaultText();
  const { action, passkey, failure } = state.context;
  const isNamed = action === 'addPasskey';
  const number = (factor?.passkeys.length ?? 0) + 1;
  const [name, setName] = useState(() =>
    isNamed ? intl.formatMessage({ id: 'second_factor.passkeys.default_name' }, { number }) : '',
  );
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const [nameless, setNameless] = useState(false);
  const { faults, other } = useFieldFaults(failure, 'current_password', missing);
  return (
    <Step
      title={`second_factor.${action}.title`}
      busy={state.matches('acting')}
      submit={`second_factor.${action}.submit`}
      onSubmit={() => {
        const isNameless = isNamed && name.trim() === '';
        setMissing(password === '');
        setNameless(isNameless);
        if (password !== '' && !isNameless) send({ type: 'prove', password, name: name.trim() });
      }}
      onCancel={() => send({ type: 'cancel' })}
    >
      <p className="field-hint">
        <FormattedMessage
          id={`second_factor.${action}.lead`}
          values={{ name: factor?.passkeys.find(({ id }) => id === passkey)?.name ?? '' }}
        />
      </p>
      {other && <FailureNote failure={other} />}
      {isNamed && (
        <TextField
          name="name"
          label={<FormattedMessage id="second_factor.passkeys.name" />}
          value={name}
          maxLength={100}
          required
          faults={faultText(nameless ? [{ code: 'required' }] : undefined)}
          onChange={setName}
        />
      )}
      <PasswordField
        name="current_password"
        label={<FormattedMessage id="password.current" />}
        value={password}
        autoComplete="current-password"
        faults={faults}
        onChange={setPassword}
      />
    </Step>
  );
};

/** The secret in groups of four characters, as people type it. */
const groupsOf = (key: string): string => (key.match(/.{1,4}/g) ?? []).join(' ');

/** Shows the QR code and the secret of the app, and asks for its first code. */
export const ScanStep = ({ control: { state, send } }: { readonly control: SecondFactorControl }) => {
  const intl = useIntl();
  const { secret, failure } = state.context;
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const { faults, other } = useFieldFaults(failure, 'code', missing);
  return (
    <Step
      title="second_factor.scan.title"
      busy={state.matches('confirming')}
      submit="second_factor.scan.submit"
      onSubmit={() => {
        setMissing(code.trim() === '');
        if (code.trim() !== '') send({ type: 'confirm', code });
      }}
      onCancel={() => send({ type: 'cancel' })}
    >
      <div className="tp-factor-scan">
        <QrCode
          label={intl.formatMessage({ id: 'second_factor.scan.qr_code' })}
          text={secret?.address ?? ''}
        />
        <div className="tp-factor-key">
          <p>
            <FormattedMessage id="second_factor.scan.lead" />
          </p>
          <p className="field-hint">
            <FormattedMessage id="second_factor.scan.key" />
          </p>
          <code>{groupsOf(secret?.key ?? '')}</code>
          <a href={secret?.address ?? ''}>
            <FormattedMessage id="second_factor.scan.open" />
          </a>
        </div>
      </div>
      {other && <FailureNote failure={other} />}
      <TextField
        name="code"
        label={<FormattedMessage id="second_factor.scan.code" />}
        value={code}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={40}
        verbatim
        required
        faults={faults}
        onChange={setCode}
      />
    </Step>
  );
};

/** Shows the recovery codes once. */
export const CodesStep = ({ control: { state, send } }: { readonly control: SecondFactorControl }) => {
  const intl = useIntl();
  const { codes } = state.context;
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <Step
      title="second_factor.codes.title"
      busy={false}
      submit="second_factor.codes.submit"
      onSubmit={() => send({ type: 'finish' })}
    >
      <p className="form-note">
        <FormattedMessage id="second_factor.codes.lead" />
      </p>
      <ul className="tp-factor-codes">
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="tp-factor-copy">
        <Button
          label={intl.formatMessage({ id: 'second_factor.codes.copy' })}
          icon={<Icon name="copy" />}
          onClick={() =>
            void copy(codes.join('\n')).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        />
        <span role="status" className="field-hint">
          {copied !== null && <FormattedMessage id={copied ? 'message.copied' : 'message.not_copied'} />}
        </span>
      </div>
    </Step>
  );
};
