import { FormattedMessage, useIntl } from 'react-intl';
import { stepState, type SetupStep, type StepState } from '../../../machines/setup-steps.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { StepWork } from './step-work.tsx';
import type { LoadedChecklist } from './use-checklist.ts';

interface Props {
  readonly step: SetupStep;
  /** Number of the step, from 1. */
  readonly number: number;
  readonly isCurrent: boolean;
  readonly checklist: LoadedChecklist;
}

const Sign = ({ state, number }: { readonly state: StepState; readonly number: number }) => (
  <span className="tp-checklist-sign" data-state={state} aria-hidden="true">
    {state === 'done' ? <Icon name="check" /> : number}
  </span>
);

/** A step: its name and state, and the work of the current one. */
export const ChecklistStep = ({ step, number, isCurrent, checklist }: Props) => {
  const intl = useIntl();
  const { facts, choice, send } = checklist;
  const state = stepState(step, facts, choice);
  const body = `setup-${step}`;
  return (
    <li>
      <h3>
        <button
          type="button"
          className="tp-checklist-step"
          aria-expanded={isCurrent}
          aria-controls={isCurrent ? body : undefined}
          disabled={state === 'blocked'}
          onClick={() => send({ type: 'open', step })}
        >
          <Sign state={state} number={number} />
          <span>{intl.formatMessage({ id: `setup.${step}` })}</span>
          <small>{intl.formatMessage({ id: `setup.state.${state}` })}</small>
        </button>
      </h3>
      {isCurrent && (
        <div id={body} className="tp-checklist-body">
          <StepWork step={step} state={state} checklist={checklist} />
          {state === 'skipped' && (
            <div className="tp-checklist-actions">
              <Button
                label={intl.formatMessage({ id: 'setup.restore' })}
                onClick={() => send({ type: 'restore', step })}
              />
            </div>
          )}
          {(state === 'open' || state === 'awaited') && step !== 'product' && (
            <button type="button" className="tp-checklist-skip" onClick={() => send({ type: 'skip', step })}>
              <FormattedMessage id="setup.skip" />
            </button>
          )}
        </div>
      )}
    </li>
  );
};
