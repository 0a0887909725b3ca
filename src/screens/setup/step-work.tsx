import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SetupStep, StepState } from '../../../machines/setup-steps.ts';
import { Button } from '../../components/button.tsx';
import { listedText } from '../../components/labelled-text.ts';
import { copy } from '../../components/copy.ts';
import { Icon } from '../../components/icon.tsx';
import { FailureNote } from '../failure-note.tsx';
import { useCopied } from '../use-copy-notice.ts';
import type { FormStep } from './step-form.tsx';
import type { LoadedChecklist } from './use-checklist.ts';

interface WorkProps {
  readonly state: StepState;
  readonly checklist: LoadedChecklist;
}

interface FormButtonProps extends WorkProps {
  readonly step: FormStep;
}

/** Opens the form of a step. It is the primary action until the step's record exists. */
const FormButton = ({ step, state, checklist }: FormButtonProps) => {
  const intl = useIntl();
  return (
    <Button
      label={intl.formatMessage({ id: `setup.${step}_action` })}
      tone={state === 'open' ? 'primary' : 'plain'}
      opens
      onClick={() => checklist.openForm(step)}
    />
  );
};

interface CodeProps {
  readonly label: string;
  readonly text: string;
  readonly isPrimary: boolean;
}

/** A code that is pasted elsewhere, with a button that copies it. */
const Code = ({ label, text, isPrimary }: CodeProps) => {
  const intl = useIntl();
  const copied = useCopied();
  return (
    <div className="tp-checklist-code" role="group" aria-label={label}>
      <code translate="no">{text}</code>
      <Button
        label={intl.formatMessage({ id: 'setup.copy' })}
        icon={<Icon name="copy" />}
        tone={isPrimary ? 'primary' : 'plain'}
        onClick={() =>
          void copy(text).then(
            () => copied(true),
            () => copied(false),
          )
        }
      />
    </div>
  );
};

/** What was received from outside, or what is awaited. */
const Reception = ({ step, state, checklist }: WorkProps & { readonly step: SetupStep }) =>
  state === 'done' || state === 'awaited' ? (
    <p className="tp-checklist-reception" data-state={state} role="status">
      {state === 'done' ? (
        <Icon name="success" />
      ) : (
        <span className="tp-checklist-pulse" aria-hidden="true" />
      )}
      <FormattedMessage
        id={`setup.${step}_${state}`}
        values={{ domain: checklist.facts.product?.domain ?? '' }}
      />
    </p>
  ) : null;

/** Number of refused hosts that the guide names. */
const MAX_SHOWN_HOSTS = 3;

/** The sites whose tag was refused: the first page view that is awaited never comes from them. */
const RefusedHosts = ({ state, checklist }: WorkProps) => {
  const intl = useIntl();
  const { refusedHosts = [], domain = '' } = checklist.facts.product ?? {};
  if (state !== 'awaited' || refusedHosts.length === 0) return null;
  const hosts = listedText(refusedHosts.slice(0, MAX_SHOWN_HOSTS), intl);
  return (
    <p className="tp-checklist-reception" data-state="refused" role="status">
      <Icon name="warning" />
      <FormattedMessage id="setup.tag_refused" values={{ hosts, domain }} />
    </p>
  );
};

const TagWork = ({ state, checklist }: WorkProps) => {
  const intl = useIntl();
  const { product } = checklist.facts;
  if (product === null) return null;
  return (
    <Code
      label={intl.formatMessage({ id: 'setup.tag' })}
      text={product.tag}
      isPrimary={state === 'awaited'}
    />
  );
};

const AdWork = ({ state, checklist }: WorkProps) => {
  const intl = useIntl();
  const { isLinking, linkFailure, send } = checklist;
  const { adId = null, clickUrl = null } = checklist.facts.product ?? {};
  if (adId === null) return <FormButton step="ad" state={state} checklist={checklist} />;
  if (clickUrl === null)
    return (
      <>
        <Button
          label={intl.formatMessage({ id: 'setup.link_action' })}
          tone="primary"
          disabled={isLinking}
          onClick={() => send({ type: 'link' })}
        />
        {linkFailure !== null && <FailureNote failure={linkFailure} />}
      </>
    );
  return (
    <>
      <Code label={intl.formatMessage({ id: 'setup.click_url' })} text={clickUrl} isPrimary={false} />
      <a
        className={`p-button p-button-sm${state === 'done' ? ' p-button-outlined p-button-secondary' : ''}`}
        href={clickUrl}
        target="_blank"
        rel="noreferrer"
      >
        <FormattedMessage id="setup.test_click" />
      </a>
    </>
  );
};

/** The action of each step. */
const actions: Readonly<Record<SetupStep, (props: WorkProps) => ReactNode>> = {
  product: props => props.state !== 'done' && <FormButton step="product" {...props} />,
  tag: props => <TagWork {...props} />,
  cv: props => <FormButton step="cv" {...props} />,
  ad: props => <AdWork {...props} />,
  people: props => <FormButton step="people" {...props} />,
};

/** What is to be done in a step, and what has been received. */
export const StepWork = ({ step, ...work }: WorkProps & { readonly step: SetupStep }) => (
  <>
    <p>
      <FormattedMessage id={`setup.${step}_hint`} />
    </p>
    <div className="tp-checklist-actions">{actions[step](work)}</div>
    <Reception step={step} {...work} />
    {step === 'tag' && <RefusedHosts {...work} />}
  </>
);
