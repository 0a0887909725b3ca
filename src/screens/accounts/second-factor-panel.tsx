import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { FactorAction } from '../../../machines/second-factor.ts';
import { Button } from '../../components/button.tsx';
import { time } from '../../components/formats.ts';
import { NotLoaded } from '../../components/states.tsx';
import { FailureNote } from '../failure-note.tsx';
import './accounts.css';
import './second-factor.css';
import { CodesStep, PasswordStep, ScanStep } from './second-factor-steps.tsx';
import type { FactorView, SecondFactorControl } from './use-second-factor.ts';

interface PartProps {
  readonly control: SecondFactorControl;
  readonly factor: FactorView;
}

interface SectionProps {
  readonly title: string;
  readonly busy?: boolean;
  /** The action of the section. */
  readonly tool?: ReactNode;
  readonly children: ReactNode;
}

const Section = ({ title, busy = false, tool, children }: SectionProps) => {
  const id = useId();
  return (
    <section className="tp-factor-section" aria-labelledby={id} aria-busy={busy}>
      <div className="tp-factor-head">
        <h2 id={id}>
          <FormattedMessage id={title} />
        </h2>
        {tool}
      </div>
      {children}
    </section>
  );
};

const Entries = ({ children }: { readonly children: readonly ReactNode[] }) =>
  children.length > 0 && <ul>{children}</ul>;

interface EntryProps {
  readonly name: string;
  readonly facts: ReactNode;
  readonly children: ReactNode;
}

/** A passkey or browser with what is known of it, and its button. */
const Entry = ({ name, facts, children }: EntryProps) => (
  <li>
    <div>
      <strong>{name}</strong>
      <p className="tp-note">{facts}</p>
    </div>
    {children}
  </li>
);

interface BeginProps {
  readonly control: SecondFactorControl;
  readonly kind: Exclude<FactorAction, 'remove' | 'removePasskey'>;
  readonly tone?: 'primary';
}

/** Begins a change in the section of its subject. */
const Begin = ({ control: { state, send }, kind, tone }: BeginProps) => {
  const intl = useIntl();
  return (
    <Button
      label={intl.formatMessage({ id: `second_factor.${kind}.short` })}
      name={intl.formatMessage({ id: `second_factor.${kind}.title` })}
      {...(tone && { tone })}
      disabled={!state.matches('shown')}
      onClick={() => send({ type: 'begin', kind })}
    />
  );
};

/** Why no passkey can be registered here. */
const PasskeyObstacle = ({ factor: { passkeyOrigin, canAddPasskey } }: Pick<PartProps, 'factor'>) => {
  if (canAddPasskey) return null;
  if (passkeyOrigin === null || passkeyOrigin === location.origin)
    return (
      <p className="tp-note">
        <FormattedMessage
          id={passkeyOrigin === null ? 'second_factor.passkeys.unavailable' : 'failure.too_many_passkeys'}
        />
      </p>
    );
  return (
    <p className="tp-note">
      <FormattedMessage
        id="second_factor.passkeys.elsewhere"
        values={{
          address: <a href={`${passkeyOrigin}/config/second-factor`}>{passkeyOrigin}</a>,
        }}
      />
    </p>
  );
};

const Passkeys = ({ control, factor }: PartProps) => {
  const intl = useIntl();
  const { passkeys, canAddPasskey, isEnabled } = factor;
  return (
    <Section
      title="second_factor.passkeys"
      tool={
        canAddPasskey && (
          <Begin control={control} kind="addPasskey" {...(!isEnabled && { tone: 'primary' })} />
        )
      }
    >
      <p className="tp-note">
        <FormattedMessage id="second_factor.passkeys.lead" />
      </p>
      <PasskeyObstacle factor={factor} />
      <Entries>
        {passkeys.map(({ id, name, created_at, last_used_at: used }) => (
          <Entry
            key={id}
            name={name}
            facts={
              <FormattedMessage
                id={used === null ? 'second_factor.passkeys.unused' : 'second_factor.passkeys.facts'}
                values={{ created: time(created_at), used: used === null ? '' : time(used) }}
              />
            }
          >
            <Button
              label={intl.formatMessage({ id: 'second_factor.passkeys.remove' })}
              name={intl.formatMessage({ id: 'second_factor.passkeys.remove.name' }, { name })}
              disabled={!control.state.matches('shown')}
              onClick={() => control.send({ type: 'begin', kind: 'removePasskey', passkey: id })}
            />
          </Entry>
        ))}
      </Entries>
    </Section>
  );
};

const App = ({ control, factor: { hasApp, isEnabled, canAddPasskey } }: PartProps) => (
  <Section
    title="second_factor.app"
    tool={
      hasApp ? (
        <Begin control={control} kind="removeApp" />
      ) : (
        <Begin control={control} kind="setUp" {...(!isEnabled && !canAddPasskey && { tone: 'primary' })} />
      )
    }
  >
    <p className="tp-note">
      <FormattedMessage id={hasApp ? 'second_factor.app.on' : 'second_factor.app.off'} />
    </p>
  </Section>
);

const Codes = ({ control, factor: { codesLeft: left } }: PartProps) => (
  <Section title="second_factor.codes_left" tool={<Begin control={control} kind="renewCodes" />}>
    <p className="tp-note">
      <FormattedMessage id="second_factor.codes_left.count" values={{ count: left }} />
    </p>
    {left < 3 && (
      <p className="form-note">
        <FormattedMessage id="second_factor.codes_left.few" />
      </p>
    )}
  </Section>
);

/** Browsers from which sign-ins need no second step. */
const Devices = ({ control: { state, send }, factor: { devices } }: PartProps) => {
  const intl = useIntl();
  return (
    <Section title="second_factor.devices" busy={state.matches('forgetting')}>
      {devices.length === 0 && (
        <p className="tp-note">
          <FormattedMessage id="second_factor.devices.none" />
        </p>
      )}
      <Entries>
        {devices.map(({ id, browser, os, address, last_used_at, expires_at }) => {
          const name = [browser ?? intl.formatMessage({ id: 'session.browser.unknown' }), os]
            .filter(part => part !== null)
            .join(' · ');
          return (
            <Entry
              key={id}
              name={name}
              facts={
                <FormattedMessage
                  id="second_factor.devices.facts"
                  values={{ address, used: time(last_used_at), until: time(expires_at) }}
                />
              }
            >
              <Button
                label={intl.formatMessage({ id: 'second_factor.devices.forget' })}
                name={intl.formatMessage({ id: 'second_factor.devices.forget.name' }, { device: name })}
                disabled={!state.matches('shown')}
                onClick={() => send({ type: 'forget', id })}
              />
            </Entry>
          );
        })}
      </Entries>
    </Section>
  );
};

/** Whether the second factor is set up, or must be. */
const Status = ({ factor: { isEnabled, isRequired, enabledAt: since } }: Pick<PartProps, 'factor'>) => (
  <>
    {isRequired && !isEnabled && (
      <p className="form-note">
        <FormattedMessage id="second_factor.required" />
      </p>
    )}
    <p>
      <FormattedMessage
        id={isEnabled ? 'second_factor.on' : 'second_factor.off'}
        values={{ since: since === null ? '' : time(since) }}
      />
    </p>
  </>
);

/** The second factor of the signed-in user, and the steps of its changes. */
export const SecondFactorPanel = ({ control }: { readonly control: SecondFactorControl }) => {
  const intl = useIntl();
  const { state, send, factor } = control;
  const { failure } = state.context;
  if (state.matches('asking') || state.matches('acting')) return <PasswordStep control={control} />;
  if (state.matches('scanning') || state.matches('confirming')) return <ScanStep control={control} />;
  if (state.matches('noting')) return <CodesStep control={control} />;
  if (factor === null || state.matches('failed'))
    return (
      <NotLoaded
        failure={state.matches('failed') ? failure : null}
        onAgain={() => send({ type: 'reload' })}
        rows={3}
      />
    );
  return (
    <div className="tp-factor" aria-busy={state.hasTag('busy')}>
      {failure && <FailureNote failure={failure} />}
      <Status factor={factor} />
      <Passkeys control={control} factor={factor} />
      <App control={control} factor={factor} />
      {factor.isEnabled && (
        <>
          <Codes control={control} factor={factor} />
          <Devices control={control} factor={factor} />
          <div className="tp-factor-end">
            <Button
              label={intl.formatMessage({ id: 'second_factor.remove.title' })}
              disabled={!state.matches('shown')}
              onClick={() => send({ type: 'begin', kind: 'remove' })}
            />
          </div>
        </>
      )}
    </div>
  );
};
