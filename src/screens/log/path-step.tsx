import { FormattedMessage, useIntl } from 'react-intl';
import { useFormatter } from '../../components/use-formatter.ts';
import { useSignedInData } from '../../console/context.ts';
import { pageOfStep, type Step, type StepKind } from '../../resources/visitor-path.ts';
import { isPlain } from './log-record.tsx';
import { useLinkTarget } from './use-row-links.ts';

interface Props {
  readonly step: Step;
  /** The preceding step, if it is displayed. */
  readonly before: Step | null;
  /** Whether the step is highlighted. */
  readonly here: boolean;
}

const NEEDS = {
  contact: 'interaction_log',
  access: 'access_log',
  conversion: 'cv_log',
} as const satisfies Record<StepKind, string>;

const joined = (texts: readonly string[]): string => texts.filter(text => text !== '').join(' · ');

/** Time of the step, as a link to its page for users who may read its log. */
const StepTime = ({ step }: { readonly step: Step }) => {
  const format = useFormatter();
  const { href, follow } = useLinkTarget();
  const { permissions } = useSignedInData().role;
  const target = pageOfStep(step);
  const time = <time dateTime={step.time}>{format('time', step.time)}</time>;
  return permissions[NEEDS[step.kind]] === 'none' ? (
    time
  ) : (
    <a
      href={href(target)}
      onClick={event => {
        if (isPlain(event)) {
          event.preventDefault();
          follow(target);
        }
      }}
    >
      {time}
    </a>
  );
};

const ConversionFacts = ({ step }: { readonly step: Step }) => {
  const intl = useIntl();
  const format = useFormatter();
  const { amount, contacts } = step;
  return (
    <p className="tp-step-cv">
      {joined([
        format('choice', step.cv_type, 'cv_type'),
        step.cv_setting_name,
        amount ? intl.formatMessage({ id: 'log.path.amount' }, { amount }) : '',
        step.args,
        contacts ? intl.formatMessage({ id: 'log.path.contacts' }, { count: contacts }) : '',
      ])}
    </p>
  );
};

/** One step of a visitor: time, time since the preceding step, what happened, and the ad. */
export const PathStep = ({ step, before, here }: Props) => {
  const format = useFormatter();
  const since = before === null ? 0 : (Date.parse(step.time) - Date.parse(before.time)) / 1000;
  return (
    <li
      className={`tp-step tp-step-${step.kind}${here ? ' tp-step-current' : ''}`}
      {...(here && { 'aria-current': 'location' as const })}
    >
      <div className="tp-step-head">
        <strong className="tp-step-kind">
          <FormattedMessage id={`log.path.kind.${step.kind}`} />
        </strong>
        <StepTime step={step} />
        {since >= 1 && (
          <small>
            <FormattedMessage id="log.path.since" values={{ duration: format('duration', since) }} />
          </small>
        )}
        {step.left_out !== '' && <span className="tp-step-left-out">{format('tags', step.left_out)}</span>}
        {here && (
          <span className="tp-step-mark">
            <FormattedMessage id="log.path.here" />
          </span>
        )}
      </div>
      <p className="tp-step-ad">
        {step.ad_name === '' ? (
          <span className="tp-step-none">
            <FormattedMessage id="log.path.direct" />
          </span>
        ) : (
          step.ad_name
        )}
      </p>
      {step.kind === 'conversion' && <ConversionFacts step={step} />}
      {step.url !== '' && <p className="tp-step-url">{step.url}</p>}
      <p className="tp-step-client">
        {joined([
          step.device === '' ? '' : format('word', step.device),
          step.os,
          step.browser,
          step.ip_address,
        ])}
      </p>
    </li>
  );
};
