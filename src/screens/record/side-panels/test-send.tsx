import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  TestSendDocument,
  type TestSendForm_Input,
  type TestSendMutation,
} from '../../../../graphql/generated/graphql.ts';
import { Button } from '../../../components/button.tsx';
import { Choice } from '../../../components/choice.tsx';
import { Icon } from '../../../components/icon.tsx';
import { NotLoaded } from '../../../components/states.tsx';
import { useMayWrite } from '../../../console/context.ts';
import { useQueryState } from '../../use-query.ts';
import type { AnyDraft } from '../fields.ts';
import { Copyable } from './copyable.tsx';
import { MacroHelp } from './macros.tsx';
import { Panel, Verdict } from './panel.tsx';
import type { SidePanelProps } from './panel.tsx';
import { hasSignature, SignatureKey } from './signature-key.tsx';

const CV_TAG = 1;
const SIGNED = 1;
const STATUSES = ['0', '1', '2'] as const;
const text = (value: unknown, length: number): string =>
  typeof value === 'string' ? value.slice(0, length) : '';

/** The form values that define an ad network's notification, within the server's limits. */
const typedNotice = (draft: AnyDraft, status: string): TestSendForm_Input => ({
  result_method: draft['result_method'] === CV_TAG ? CV_TAG : 2,
  webhook_url: text(draft['webhook_url'], 2000),
  webhook_style: draft['webhook_style'] === SIGNED ? SIGNED : 0,
  webhook_secret: text(draft['webhook_secret'], 100),
  cv_tag: text(draft['cv_tag'], 10_000),
  unapproved_value: text(draft['unapproved_value'], 100),
  approved_value: text(draft['approved_value'], 100),
  rejected_value: text(draft['rejected_value'], 100),
  status: Number(status),
});

/** Panel of an ad network: test of its notification before saving, key of its signatures, and the macros. */
export const NetworkPanel = ({ id, draft }: SidePanelProps) => {
  const mayWrite = useMayWrite('settings');
  return (
    <>
      {mayWrite && <TestSend id={id} draft={draft} />}
      {mayWrite && id !== null && hasSignature(draft) && <SignatureKey id={id} />}
      <MacroHelp draft={draft} />
    </>
  );
};

interface TestSendState {
  readonly status: (typeof STATUSES)[number];
  readonly number: number;
  readonly input: TestSendForm_Input | null;
}

/** Introduction of the test, by the kind of notification. */
const leadOf = (draft: AnyDraft): string => {
  if (draft['result_method'] === CV_TAG) return 'side_panel.test.lead_tag';
  return draft['webhook_style'] === SIGNED ? 'side_panel.test.lead_signed' : 'side_panel.test.lead';
};

const TestSend = ({ id, draft }: SidePanelProps) => {
  const intl = useIntl();
  const [trial, setTrial] = useState<TestSendState>({ status: '1', number: 0, input: null });
  const translate = (name: string) => intl.formatMessage({ id: name });
  if (id === null)
    return (
      <Panel title="side_panel.test.title">
        <p className="tp-panel-hint">{translate('side_panel.test.unsaved')}</p>
      </Panel>
    );
  const isTag = draft['result_method'] === CV_TAG;
  return (
    <Panel title="side_panel.test.title">
      <p className="tp-panel-hint">{translate(leadOf(draft))}</p>
      <Choice
        label={translate('side_panel.test.status')}
        value={trial.status}
        open
        options={STATUSES.map(value => ({ value, label: translate(`side_panel.test.status.${value}`) }))}
        onChange={status => setTrial({ ...trial, status })}
      />
      <Button
        label={translate(isTag ? 'side_panel.test.fill' : 'side_panel.test.send')}
        tone="primary"
        onClick={() =>
          setTrial({ ...trial, number: trial.number + 1, input: typedNotice(draft, trial.status) })
        }
      />
      {trial.input !== null && <Answer key={trial.number} id={id} input={trial.input} />}
    </Panel>
  );
};

type Sent = NonNullable<TestSendMutation['one']>;

/** Outcome of the test: whether the ad network accepted the notification, otherwise its answer. */
const SendVerdict = ({ sent: { success, http_status, failure } }: { readonly sent: Sent }) => {
  const intl = useIntl();
  const status = http_status ?? 0;
  const reason = intl.formatMessage({ id: `choice.failure.${failure ?? 'unreachable'}` });
  const failed = http_status === null ? 'side_panel.test.failed' : 'side_panel.test.rejected';
  return (
    <Verdict tone={success ? 'good' : 'bad'} sign={<Icon name={success ? 'check' : 'warning'} />}>
      {success
        ? intl.formatMessage({ id: 'side_panel.test.accepted' }, { status })
        : intl.formatMessage({ id: failed }, { reason, status })}
    </Verdict>
  );
};

interface FactProps {
  /** Message id of the label. */
  readonly id: string;
  readonly children: ReactNode;
}

const Fact = ({ id, children }: FactProps) => (
  <div>
    <dt>
      <FormattedMessage id={id} />
    </dt>
    <dd>{children}</dd>
  </div>
);

/** One test, sent on mount; each press of the button mounts another. */
const Answer = ({ id, input }: { readonly id: number; readonly input: TestSendForm_Input }) => {
  const intl = useIntl();
  const { answer, failure, reload } = useQueryState(TestSendDocument, { id, input });
  const sent = answer?.one ?? null;
  if (failure !== null || sent === null) return <NotLoaded failure={failure} onAgain={reload} rows={2} />;
  const { tag, url, body, http_status, duration_ms } = sent;
  if (tag !== null) return <Copyable label={intl.formatMessage({ id: 'side_panel.test.tag' })} text={tag} />;
  const code = (value: string | null) => <code translate="no">{value}</code>;
  return (
    <>
      <SendVerdict sent={sent} />
      <dl className="tp-facts">
        <Fact id="side_panel.test.url">{code(url)}</Fact>
        {body !== null && <Fact id="side_panel.test.body">{code(body)}</Fact>}
        {http_status !== null && sent.answer !== '' && (
          <Fact id="side_panel.test.answer">{code(sent.answer)}</Fact>
        )}
        <Fact id="side_panel.test.duration">
          {intl.formatMessage({ id: 'side_panel.test.milliseconds' }, { ms: duration_ms })}
        </Fact>
      </dl>
    </>
  );
};
