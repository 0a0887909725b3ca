import { FormattedMessage, useIntl } from 'react-intl';
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

/** Browsers from which sign-ins need no code. */
const Devices = ({ control: { state, send }, factor: { devices } }: PartProps) => {
  const intl = useIntl();
  const disabled = !state.matches('shown');
  return (
    <section className="tp-factor-devices" aria-busy={state.matches('forgetting')}>
      <h2>
        <FormattedMessage id="second_factor.devices" />
      </h2>
      {devices.length === 0 && (
        <p className="tp-note">
          <FormattedMessage id="second_factor.devices.none" />
        </p>
      )}
      <ul>
        {devices.map(({ id, browser, os, address, last_used_at, expires_at }) => {
          const name = [browser ?? intl.formatMessage({ id: 'session.browser.unknown' }), os]
            .filter(part => part !== null)
            .join(' · ');
          return (
            <li key={id}>
              <div>
                <strong>{name}</strong>
                <p className="tp-note">
                  <FormattedMessage
                    id="second_factor.devices.facts"
                    values={{ address, used: time(last_used_at), until: time(expires_at) }}
                  />
                </p>
              </div>
              <Button
                label={intl.formatMessage({ id: 'second_factor.devices.forget' })}
                name={intl.formatMessage({ id: 'second_factor.devices.forget.name' }, { device: name })}
                disabled={disabled}
                onClick={() => send({ type: 'forget', id })}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
};

/** Facts about a second factor that is set up, and its changes. */
const Enabled = ({ control, factor }: PartProps) => {
  const intl = useIntl();
  const disabled = !control.state.matches('shown');
  const { enabledAt: since, codesLeft: left } = factor;
  return (
    <>
      <dl className="account-facts">
        <dt>
          <FormattedMessage id="second_factor.since" />
        </dt>
        <dd>{since === null ? '' : time(since)}</dd>
        <dt>
          <FormattedMessage id="second_factor.codes_left" />
        </dt>
        <dd>
          <FormattedMessage id="second_factor.codes_left.count" values={{ count: left }} />
        </dd>
      </dl>
      {left < 3 && (
        <p className="form-note">
          <FormattedMessage id="second_factor.codes_left.few" />
        </p>
      )}
      <div className="tp-factor-tools">
        {(['renewCodes', 'remove'] as const).map(kind => (
          <Button
            key={kind}
            label={intl.formatMessage({ id: `second_factor.${kind}.title` })}
            disabled={disabled}
            onClick={() => control.send({ type: 'begin', kind })}
          />
        ))}
      </div>
      <Devices control={control} factor={factor} />
    </>
  );
};

const Disabled = ({ control, factor }: PartProps) => {
  const intl = useIntl();
  return (
    <>
      {factor.isRequired && (
        <p className="form-note">
          <FormattedMessage id="second_factor.required" />
        </p>
      )}
      <p>
        <FormattedMessage id="second_factor.off" />
      </p>
      <div className="tp-factor-tools">
        <Button
          label={intl.formatMessage({ id: 'second_factor.setUp.title' })}
          tone="primary"
          disabled={!control.state.matches('shown')}
          onClick={() => control.send({ type: 'begin', kind: 'setUp' })}
        />
      </div>
    </>
  );
};

/** The second factor of the signed-in user, and the steps of its changes. */
export const SecondFactorPanel = ({ control }: { readonly control: SecondFactorControl }) => {
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
      {factor.isEnabled ? (
        <Enabled control={control} factor={factor} />
      ) : (
        <Disabled control={control} factor={factor} />
      )}
    </div>
  );
};
