import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { price, time } from '../../components/formats.ts';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { present } from '../../resources/row.ts';
import { RecordLink } from '../log/record-link.tsx';
import { Status } from '../results/status.tsx';
import type { Credit, CreditResult } from './credit-state.ts';

/** The results of the conversion, each with its four checks. */
export const Results = ({ credit }: { readonly credit: Credit }) => {
  const heading = useId();
  const results = present(credit.results);
  return (
    <section className="tp-panel" aria-labelledby={heading}>
      <h3 id={heading}>
        <FormattedMessage id="credit.results" />
      </h3>
      {results.length === 0 ? (
        <p className="tp-note">
          <FormattedMessage id="credit.results.none" />
        </p>
      ) : (
        results.map(result => <Result key={result.result_id} result={result} />)
      )}
    </section>
  );
};

/** Field names under which the words of check outcomes are stored in the messages. */
const FIELDS: Readonly<Record<string, string>> = {
  amount: 'approval_amount_result',
  args: 'approval_args_result',
  duplicate_ips: 'exclude_duplicate_ips_result',
  duplicate_args: 'exclude_duplicate_args_result',
};

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>
      <FormattedMessage id={name} />
    </dt>
    <dd>{children}</dd>
  </div>
);

const ResultFacts = ({ result }: { readonly result: CreditResult }) => {
  const intl = useIntl();
  const format = useFormatter();
  return (
    <dl className="tp-facts">
      <Fact name="credit.results.type">{format('choice', result.result_type, 'result_type')}</Fact>
      <Fact name="credit.weights.ad">{result.cv_ad_name === '' ? '-' : result.cv_ad_name}</Fact>
      <Fact name="credit.results.place">
        {result.interaction_number === 0
          ? '-'
          : intl.formatMessage({ id: 'credit.results.place_of' }, { place: result.interaction_number })}
      </Fact>
      <Fact name="credit.results.cost">{price(result.cv_cost)}</Fact>
      <Fact name="credit.results.decided">
        {time(result.decided_at)}{' '}
        {result.decided_by === '' ? intl.formatMessage({ id: 'credit.results.by_rule' }) : result.decided_by}
        {result.reason !== '' && ` · ${result.reason}`}
      </Fact>
    </dl>
  );
};

interface JudgementsProps {
  readonly judgements: CreditResult['judgements'];
  readonly labelledBy: string;
}

const Judgements = ({ judgements, labelledBy }: JudgementsProps) => (
  <ScrollBox className="tp-table-box" labelledBy={labelledBy}>
    <table className="tp-table">
      <thead>
        <tr>
          <th scope="col">
            <FormattedMessage id="credit.judgement" />
          </th>
          <th scope="col">
            <FormattedMessage id="credit.judgement.value" />
          </th>
          <th scope="col">
            <FormattedMessage id="credit.judgement.outcome" />
          </th>
        </tr>
      </thead>
      <tbody>
        {present(judgements).map(judgement => (
          <tr key={judgement.name} data-judgement={judgement.name}>
            <th scope="row">
              <FormattedMessage id={`credit.rule.${judgement.rule}`} values={{ days: judgement.days ?? 0 }} />
            </th>
            <td className="tp-value">{judgement.value === '' ? '-' : judgement.value}</td>
            <td>
              {judgement.verdict === null || judgement.verdict === undefined ? (
                <span className="tp-not-required">
                  <FormattedMessage id="credit.judgement.not_required" />
                </span>
              ) : (
                <Status field={FIELDS[judgement.name] ?? ''} code={judgement.verdict} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
);

const Result = ({ result }: { readonly result: CreditResult }) => {
  const heading = useId();
  return (
    <article className="tp-result" aria-labelledby={heading}>
      <h4 id={heading}>
        <RecordLink
          needs="result_notification_log"
          to={{
            path: '/log/result',
            search: { result_id: String(result.result_id), open: String(result.result_id) },
          }}
        >
          {result.asp_name}
        </RecordLink>
        <Status field="approval_status" code={result.approval_status} />
      </h4>
      <ResultFacts result={result} />
      <Judgements judgements={result.judgements} labelledBy={heading} />
    </article>
  );
};
