import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { price, time } from '../../components/formats.ts';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { present } from '../../resources/row.ts';
import { Way } from '../log/way.tsx';
import { Status } from '../results/status.tsx';
import type { Credit, CreditResult } from './credit-state.ts';

/** The results that the conversion made, each with its four judgements. */
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

/** How choices name what a judgement said. */
const FIELDS: Readonly<Record<string, string>> = {
  amount: 'approval_amount_result',
  args: 'approval_args_result',
  duplicate_ips: 'exclude_duplicate_ips_result',
  duplicate_args: 'exclude_duplicate_args_result',
};

const Result = ({ result }: { readonly result: CreditResult }) => {
  const intl = useIntl();
  const format = useFormatter();
  const heading = useId();
  return (
    <article className="tp-result" aria-labelledby={heading}>
      <h4 id={heading}>
        <Way
          needs="result_notification_log"
          to={{
            path: '/log/result',
            search: { result_id: String(result.result_id), open: String(result.result_id) },
          }}
        >
          {result.asp_name}
        </Way>
        <Status field="approval_status" code={result.approval_status} />
      </h4>
      <dl className="tp-facts">
        <div>
          <dt>
            <FormattedMessage id="credit.results.type" />
          </dt>
          <dd>{format('choice', result.result_type, 'result_type')}</dd>
        </div>
        <div>
          <dt>
            <FormattedMessage id="credit.weights.ad" />
          </dt>
          <dd>{result.cv_ad_name === '' ? '-' : result.cv_ad_name}</dd>
        </div>
        <div>
          <dt>
            <FormattedMessage id="credit.results.place" />
          </dt>
          <dd>
            {result.interaction_number === 0
              ? '-'
              : intl.formatMessage({ id: 'credit.results.place_of' }, { place: result.interaction_number })}
          </dd>
        </div>
        <div>
          <dt>
            <FormattedMessage id="credit.results.cost" />
          </dt>
          <dd>{price(result.cv_cost)}</dd>
        </div>
        <div>
          <dt>
            <FormattedMessage id="credit.results.decided" />
          </dt>
          <dd>
            {time(result.decided_at)}{' '}
            {result.decided_by === ''
              ? intl.formatMessage({ id: 'credit.results.by_rule' })
              : result.decided_by}
            {result.reason !== '' && ` · ${result.reason}`}
          </dd>
        </div>
      </dl>
      <ScrollBox className="tp-table-box" labelledBy={heading}>
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
                <FormattedMessage id="credit.judgement.said" />
              </th>
            </tr>
          </thead>
          <tbody>
            {present(result.judgements).map(judgement => (
              <tr key={judgement.name} data-judgement={judgement.name}>
                <th scope="row">
                  <FormattedMessage
                    id={`credit.rule.${judgement.rule}`}
                    values={{ days: judgement.days ?? 0 }}
                  />
                </th>
                <td className="tp-value">{judgement.value === '' ? '-' : judgement.value}</td>
                <td>
                  {judgement.said === null || judgement.said === undefined ? (
                    <span className="tp-unasked">
                      <FormattedMessage id="credit.judgement.unasked" />
                    </span>
                  ) : (
                    <Status field={FIELDS[judgement.name] ?? ''} code={judgement.said} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </article>
  );
};
