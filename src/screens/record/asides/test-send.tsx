import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { TestSendDocument, type TestSendForm_Input } from '../../../../graphql/generated/graphql.ts';
import { Button } from '../../../components/button.tsx';
import { Choice } from '../../../components/choice.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Failed, RowsAwaited } from '../../../components/states.tsx';
import { useMayWrite } from '../../../console/context.ts';
import { useInquiry } from '../../use-query.ts';
import type { AnyDraft } from '../fields.ts';
import type { AsideProps } from '../record-aside.tsx';
import { Copyable } from './copyable.tsx';
import { MacroHelp } from './macros.tsx';
import { Panel, Verdict } from './panel.tsx';

const CV_TAG = 1;
const SIGNED = 1;
const STATUSES = ['0', '1', '2'] as const;
const text = (value: unknown, length: number): string =>
  typeof value === 'string' ? value.slice(0, length) : '';

/** What of a network's form says how it is told. */
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

/** Beside a network: its notice tried out before it is saved, and the macros that it may hold. */
export const NetworkAside = ({ id, draft }: AsideProps) => (
  <>
    {useMayWrite('settings') && <TestSend id={id} draft={draft} />}
    <MacroHelp />
  </>
);

interface Trial {
  readonly status: (typeof STATUSES)[number];
  readonly number: number;
  readonly input: TestSendForm_Input | null;
}

const TestSend = ({ id, draft }: AsideProps) => {
  const intl = useIntl();
  const [trial, setTrial] = useState<Trial>({ status: '1', number: 0, input: null });
  const say = (name: string) => intl.formatMessage({ id: name });
  if (id === null)
    return (
      <Panel title="aside.test.title">
        <p className="tp-panel-hint">{say('aside.test.unsaved')}</p>
      </Panel>
    );
  const isTag = draft['result_method'] === CV_TAG;
  const lead = isTag
    ? 'aside.test.lead_tag'
    : draft['webhook_style'] === SIGNED
      ? 'aside.test.lead_signed'
      : 'aside.test.lead';
  return (
    <Panel title="aside.test.title">
      <p className="tp-panel-hint">{say(lead)}</p>
      <Choice
        label={say('aside.test.status')}
        value={trial.status}
        open
        options={STATUSES.map(value => ({ value, label: say(`aside.test.status.${value}`) }))}
        onChange={status => setTrial({ ...trial, status })}
      />
      <Button
        label={say(isTag ? 'aside.test.fill' : 'aside.test.send')}
        tone="primary"
        onClick={() =>
          setTrial({ ...trial, number: trial.number + 1, input: typedNotice(draft, trial.status) })
        }
      />
      {trial.input !== null && <Answer key={trial.number} id={id} input={trial.input} />}
    </Panel>
  );
};

/** One try, made when this appears: each press of the button makes another. */
const Answer = ({ id, input }: { readonly id: number; readonly input: TestSendForm_Input }) => {
  const intl = useIntl();
  const { answer, failure, again } = useInquiry(TestSendDocument, { id, input });
  if (failure !== null) return <Failed trouble={failure} onAgain={again} />;
  const sent = answer?.one ?? null;
  if (sent === null) return <RowsAwaited rows={2} />;
  const say = (name: string, values?: Record<string, number | string>) =>
    intl.formatMessage({ id: name }, values);
  if (sent.tag !== null) return <Copyable label={say('aside.test.tag')} text={sent.tag} />;
  return (
    <>
      <Verdict tone={sent.success ? 'good' : 'bad'} sign={<Icon name={sent.success ? 'check' : 'warning'} />}>
        {sent.success
          ? say('aside.test.taken', { status: sent.http_status ?? 0 })
          : say(sent.http_status === null ? 'aside.test.failed' : 'aside.test.not_taken', {
              reason: say(`choice.failure.${sent.failure ?? 'unreachable'}`),
              status: sent.http_status ?? 0,
            })}
      </Verdict>
      <dl className="tp-facts">
        <div>
          <dt>
            <FormattedMessage id="aside.test.url" />
          </dt>
          <dd>
            <code translate="no">{sent.url}</code>
          </dd>
        </div>
        {sent.body !== null && (
          <div>
            <dt>
              <FormattedMessage id="aside.test.body" />
            </dt>
            <dd>
              <code translate="no">{sent.body}</code>
            </dd>
          </div>
        )}
        {sent.http_status !== null && sent.answer !== '' && (
          <div>
            <dt>
              <FormattedMessage id="aside.test.answer" />
            </dt>
            <dd>
              <code translate="no">{sent.answer}</code>
            </dd>
          </div>
        )}
        <div>
          <dt>
            <FormattedMessage id="aside.test.duration" />
          </dt>
          <dd>{say('aside.test.milliseconds', { ms: sent.duration_ms })}</dd>
        </div>
      </dl>
    </>
  );
};
