import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { fromPromise } from 'xstate';
import type { Faults } from '../../../machines/draft.ts';
import { cooldownMachine } from '../../../machines/cooldown.ts';
import { TextField } from '../../components/text-field.tsx';
import { useLocale, useExecutePublic } from '../../console/context.ts';
import { requireValue } from '../../console/required-answer.ts';
import { useFailureText } from '../failure-text.ts';
import { requestReset, type ResetRequest } from '../../resources/password.ts';
import { usePageTitle } from '../page-title.ts';
import { useEditor } from '../record/use-editor.ts';
import { useFaultText } from '../use-fault-text.ts';
import { PublicAccountPage, PublicForm } from './public-account-page.tsx';

interface SentRequest extends ResetRequest {
  /** False: the installation has no mail server, whatever the account. */
  readonly isMailed: boolean;
}
const BLANK: ResetRequest = { company: '', email: '' };
const tidy = ({ company, email }: ResetRequest): ResetRequest => ({
  company: company.trim().normalize('NFKC'),
  email: email.trim().normalize('NFKC'),
});
const check = (draft: ResetRequest): Faults =>
  Object.fromEntries(
    Object.entries(tidy(draft))
      .filter(([, text]) => text === '')
      .map(([field]) => [field, [{ code: 'required' }]]),
  );

/**
 * /forgot-password: requests a mail with a reset link. The page is the same whether the account exists or
 * not, and states what to do next.
 */
export const ForgotPassword = () => {
  usePageTitle('login.forgot.title');
  const [sent, setSent] = useState<SentRequest | null>(null);
  return (
    <PublicAccountPage>
      {sent === null && <RequestForm onSent={setSent} />}
      {sent !== null && (sent.isMailed ? <Sent request={sent} /> : <NotMailed />)}
    </PublicAccountPage>
  );
};

const useRequest = (onSent: (request: SentRequest) => void) => {
  const execute = useExecutePublic();
  const { locale } = useLocale();
  return useEditor<ResetRequest, SentRequest>({
    id: null,
    blank: BLANK,
    check,
    save: async ({ draft: typed }, signal) => {
      const request = tidy(typed);
      const { saved } = await requestReset(execute, request, locale, signal);
      return { ...request, isMailed: requireValue(saved).has_mail };
    },
    onClosed: request => {
      if (request) onSent(request);
    },
  });
};

const RequestForm = ({ onSent }: { readonly onSent: (request: SentRequest) => void }) => {
  const faultText = useFaultText();
  const editor = useRequest(onSent);
  const { draft, faults, change } = editor;
  return (
    <>
      <h1>
        <FormattedMessage id="login.forgot.title" />
      </h1>
      <p className="lead">
        <FormattedMessage id="login.forgot.lead" />
      </p>
      <PublicForm editor={editor} submit={<FormattedMessage id="login.forgot.submit" />}>
        <TextField
          name="company"
          label={<FormattedMessage id="login.company" />}
          value={draft.company}
          autoComplete="organization"
          maxLength={100}
          verbatim
          required
          faults={faultText(faults['company'])}
          onChange={value => change('company', value)}
        />
        <TextField
          name="email"
          label={<FormattedMessage id="login.email" />}
          value={draft.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          maxLength={254}
          verbatim
          required
          faults={faultText(faults['email'])}
          onChange={value => change('email', value)}
        />
      </PublicForm>
    </>
  );
};

/** State of requesting the mail again, with a minimum interval between requests. */
const useRepeatedRequest = (request: ResetRequest) => {
  const execute = useExecutePublic();
  const { locale } = useLocale();
  const [machine] = useState(() =>
    cooldownMachine.provide({
      actors: {
        act: fromPromise(({ input, signal }) => requestReset(execute, input as ResetRequest, locale, signal)),
      },
    }),
  );
  const actor = useActorRef(machine, { input: { subject: request } });
  const state = useSelector(actor, snapshot => snapshot);
  return {
    failure: state.context.failure,
    times: state.context.count,
    isReady: state.matches('ready'),
    isBusy: state.hasTag('busy'),
    repeat: () => actor.send({ type: 'repeat' }),
  };
};

const RepeatRequest = ({ request }: { readonly request: ResetRequest }) => {
  const intl = useIntl();
  const failureText = useFailureText();
  const { failure, times, isReady, isBusy, repeat } = useRepeatedRequest(request);
  return (
    <>
      {failure && (
        <p className="form-failure" role="alert">
          {failureText(failure)}
        </p>
      )}
      <p role="status" className={times > 0 ? 'form-notice' : 'visually-hidden'}>
        {times > 0 && intl.formatMessage({ id: 'login.forgot.resend.done' }, { times })}
      </p>
      <div className="field">
        <button
          type="button"
          className="p-button p-button-outlined"
          aria-disabled={!isReady}
          aria-describedby="again-hint"
          onClick={repeat}
        >
          {isBusy && <span className="spinner" aria-hidden="true" />}
          <FormattedMessage id="login.forgot.resend" />
        </button>
        <span id="again-hint" className="field-hint">
          {!isReady && <FormattedMessage id="login.forgot.resend.hint" />}
        </span>
      </div>
    </>
  );
};

/** The heading of what follows the form. It receives the focus, which the form had. */
const FocusedHeading = ({ id }: { readonly id: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      <FormattedMessage id={id} />
    </h1>
  );
};

const NotMailed = () => (
  <>
    <FocusedHeading id="login.forgot.title" />
    <p>
      <FormattedMessage id="login.forgot.not_mailed" />
    </p>
  </>
);

const STEPS = ['open', 'spam', 'single_sign_on', 'wrong'] as const;

const Sent = ({ request }: { readonly request: ResetRequest }) => (
  <>
    <FocusedHeading id="login.forgot.sent" />
    <p>
      <FormattedMessage id="login.forgot.sent.lead" values={{ email: <strong>{request.email}</strong> }} />
    </p>
    <ul className="steps">
      {STEPS.map(step => (
        <li key={step}>
          <FormattedMessage id={`login.forgot.sent.${step}`} />
        </li>
      ))}
    </ul>
    <RepeatRequest request={request} />
  </>
);
