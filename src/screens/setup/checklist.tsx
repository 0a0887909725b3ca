import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isExpanded, nextStep, stepState, type SetupStep } from '../../../machines/setup-steps.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Failed } from '../../components/states.tsx';
import { useConsole, useMayWrite, useNotify } from '../../console/context.ts';
import { loadMessages } from '../../console/load-messages.ts';
import { FailureNote } from '../failure-note.tsx';
import './checklist.css';
import './checklist-place.css';
import { ChecklistStep } from './checklist-step.tsx';
import { noteExpanded, type StoredChoice } from './checklist-choice.ts';
import { SampleData } from './sample-data.tsx';
import type { FormStep } from './step-form.tsx';
import { useFocusFallback } from './use-focus-fallback.ts';
import { useChecklist, type LoadedChecklist } from './use-checklist.ts';

const StepForm = lazy(async () => ({ default: (await import('./step-form.tsx')).StepForm }));

interface Props {
  /** Null: the company has no product yet. */
  readonly productId: number | null;
  /** The steps that the user may do. */
  readonly steps: readonly SetupStep[];
  readonly stored: StoredChoice;
  readonly isRequested?: boolean;
  readonly onShown?: () => void;
  /** View whose height is reserved until the state is loaded. */
  readonly expectedView: 'expanded' | 'folded' | 'hidden';
}

/** Number of steps that are done, as text for sighted users and screen readers. */
const Progress = ({ steps, facts, choice }: Pick<LoadedChecklist, 'steps' | 'facts' | 'choice'>) => {
  const done = steps.filter(step => stepState(step, facts, choice) === 'done').length;
  return (
    <span className="tp-checklist-progress" role="status">
      <FormattedMessage id="setup.progress" values={{ done, all: steps.length }} />
    </span>
  );
};

const Title = () => (
  <h2 id="setup-title">
    <FormattedMessage id="setup.title" />
  </h2>
);

/** The line that stands for the folded checklist. */
const FoldedLine = (checklist: LoadedChecklist) => {
  const intl = useIntl();
  const notify = useNotify();
  const { send } = checklist;
  const next = nextStep(checklist);
  const hideLabel = intl.formatMessage({ id: 'setup.hide' });
  const hide = () => {
    send({ type: 'view', view: 'hidden' });
    notify({ kind: 'SUCCESS', message: 'message.setup_hidden' });
  };
  return (
    <section
      className="tp-panel tp-checklist-line tp-checklist-place"
      data-view="folded"
      aria-labelledby="setup-title"
    >
      <Icon name={next === null ? 'success' : 'flag'} />
      <Title />
      <Progress {...checklist} />
      <span className="tp-checklist-next">
        {next === null ? (
          <FormattedMessage id="setup.complete" />
        ) : (
          <FormattedMessage id="setup.next" values={{ step: intl.formatMessage({ id: `setup.${next}` }) }} />
        )}
      </span>
      <Button
        label={intl.formatMessage({ id: 'setup.expand' })}
        onClick={() => send({ type: 'view', view: 'expanded' })}
      />
      <IconButton icon="close" label={hideLabel} title={hideLabel} onClick={hide} />
    </section>
  );
};

const Panel = (checklist: LoadedChecklist) => {
  const intl = useIntl();
  const { steps, opened, failure, productId, send } = checklist;
  const mayAdminister = useMayWrite('administration');
  const current = opened ?? nextStep(checklist);
  return (
    <section
      className={`tp-panel tp-checklist${productId === null ? '' : ' tp-checklist-place'}`}
      data-view="expanded"
      aria-labelledby="setup-title"
    >
      <header className="tp-checklist-head">
        <Title />
        <Progress {...checklist} />
        {productId !== null && (
          <Button
            label={intl.formatMessage({ id: 'setup.fold' })}
            onClick={() => send({ type: 'view', view: 'folded' })}
          />
        )}
      </header>
      <ol className="tp-checklist-steps">
        {steps.map((step, at) => (
          <ChecklistStep
            key={step}
            step={step}
            number={at + 1}
            isCurrent={step === current}
            checklist={checklist}
          />
        ))}
        {current === null && (
          <li>
            <p className="tp-checklist-body">
              <FormattedMessage id="setup.complete" />
            </p>
          </li>
        )}
      </ol>
      {failure !== null && <FailureNote failure={failure} />}
      {mayAdminister && <SampleData {...checklist} />}
    </section>
  );
};

/** The open form, and a function that opens one once its messages are loaded, which the dashboard has not needed. */
const useForm = (): readonly [FormStep | null, (step: FormStep | null) => void] => {
  const console = useConsole();
  const [form, setForm] = useState<FormStep | null>(null);
  return [
    form,
    step => {
      if (step === null) setForm(null);
      else void loadMessages(console, ['setting']).then(() => setForm(step));
    },
  ];
};

/** Checklist of the first setup, with its steps in order. */
export const Checklist = (props: Props) => {
  const { productId, steps, stored, isRequested = false, onShown, expectedView } = props;
  const checklist = useChecklist(productId, steps, stored);
  const [form, openForm] = useForm();
  const place = useFocusFallback();
  const { facts, failure, send } = checklist;
  // The request ends when the choice is stored: until then it alone makes a hidden checklist stay.
  const isStoredExpanded = stored[0].view === 'expanded';
  const answerRequest = useEffectEvent((isShown: boolean) => {
    if (isShown) onShown?.();
    else send({ type: 'view', view: 'expanded' });
  });
  useEffect(() => {
    if (isRequested) answerRequest(isStoredExpanded);
  }, [isRequested, isStoredExpanded]);
  const expanded = isExpanded(checklist);
  useEffect(() => {
    if (productId !== null && facts !== null) noteExpanded(productId, expanded);
  }, [productId, facts, expanded]);
  if (facts === null)
    return failure === null ? (
      <div className="tp-checklist-place" data-view={expectedView} aria-busy="true" />
    ) : (
      <section className="tp-panel">
        <Failed failure={failure} onAgain={() => send({ type: 'reload' })} />
      </section>
    );
  const loaded: LoadedChecklist = { ...checklist, facts, productId, openForm };
  return (
    <>
      <div className="tp-checklist-slot" ref={place}>
        {expanded ? <Panel {...loaded} /> : <FoldedLine {...loaded} />}
      </div>
      {form !== null && (
        <Suspense>
          <StepForm step={form} onClosed={() => openForm(null)} />
        </Suspense>
      )}
    </>
  );
};
