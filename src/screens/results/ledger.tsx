import { FormattedMessage, useIntl } from 'react-intl';
import { time } from '../../components/formats.ts';
import { listedText } from '../../components/labelled-text.ts';
import { Failed, RowsPlaceholder } from '../../components/states.tsx';
import { resultOperations, type Decision } from '../../resources/results.ts';
import { present } from '../../resources/row.ts';
import { useQueryState } from '../use-query.ts';
import { ByKey } from '../by-key.tsx';
import { Status } from './status.tsx';

const APPROVED = 1;
const REJECTED = 2;

/**
 * Decisions on a result, latest first: new status, user or rule, reason, and whether the ad network was
 * notified.
 */
export const Ledger = ({ id }: { readonly id: number }) => {
  const { answer, failure, reload } = useQueryState(resultOperations.ledger, { id });
  if (failure !== null) return <Failed failure={failure} onAgain={reload} />;
  if (answer === null) return <RowsPlaceholder rows={2} />;
  return (
    <ol className="tp-ledger">
      {present(answer.lines?.results)
        .toReversed()
        .map(line => (
          <Line key={line.version} line={line} />
        ))}
    </ol>
  );
};

const Line = ({
  line: {
    from_status: from,
    to_status: to,
    rule,
    user_name: user,
    api_key_name: key,
    reason,
    decided_at: at,
    takes_back: takesBack,
    notice_state: notice,
  },
}: {
  readonly line: Decision;
}) => (
  <li {...(to === APPROVED || to === REJECTED ? { 'data-good': to === APPROVED } : {})}>
    <header>
      <span>
        {from !== null && (
          <>
            <Status field="approval_status" code={from} />
            {' → '}
          </>
        )}
        <strong>
          <Status field="approval_status" code={to} />
        </strong>
      </span>
      {takesBack !== null && (
        <span className="tp-tag">
          <FormattedMessage id="result.taken_back" />
        </span>
      )}
      <span>{rule === null ? user : <Rule rule={rule} />}</span>
      <ByKey name={key} />
      <time dateTime={at}>{time(at)}</time>
      {notice !== 'none' && <Status field="notice_state" code={notice} />}
    </header>
    {reason !== '' && <blockquote>{reason}</blockquote>}
  </li>
);

/** The rule that decided, or several if several checks failed. */
export const Rule = ({ rule }: { readonly rule: string }) => {
  const intl = useIntl();
  // Decision of a recomputation: `recompute:amount,args`.
  const words = rule
    .split(/[,:]/)
    .map(word =>
      `result.rule.${word}` in intl.messages ? intl.formatMessage({ id: `result.rule.${word}` }) : word,
    );
  return <FormattedMessage id="result.by_rule" values={{ rule: listedText(words, intl) }} />;
};
