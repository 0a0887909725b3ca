import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Dialog } from '../../components/dialog.tsx';
import { Failed, Nothing, RowsAwaited } from '../../components/states.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { useProduct } from '../../console/product.ts';
import type { Format } from '../../resources/column.ts';
import { approvals, JUDGEMENTS, resultOperations, resultWays, type Result } from '../../resources/results.ts';
import { present } from '../../resources/row.ts';
import { useWays, useWhither } from '../log/use-row-ways.ts';
import { useInquiry } from '../use-query.ts';
import { useWords } from '../use-words.ts';
import { Ledger } from './ledger.tsx';
import { Status } from './status.tsx';

interface Props {
  readonly id: number;
  readonly onClose: () => void;
  /** What can be done to it from here. */
  readonly deeds?: (row: Result) => ReactNode;
}

const APART: ReadonlySet<string> = new Set([
  'approval_status',
  'notice_state',
  'result_id',
  'decided_by',
  'decided_at',
  'reason',
  ...JUDGEMENTS,
]);
const FACTS = approvals.columns.filter(({ field }) => !APART.has(field));

/**
 * A result in full: how it stands, what it was judged by, every decision over it, and the ways to what it was
 * made of.
 */
export const ResultDetail = ({ id, onClose, deeds }: Props) => {
  const product = useProduct();
  const { answer, failure, again } = useInquiry(resultOperations.page, {
    product_id: product.id,
    where: `result_id=${id}`,
    limit: 1,
  });
  const row = present(answer?.page?.results)[0];
  return (
    <Dialog title={<FormattedMessage id="result.one" values={{ id: String(id) }} />} onClose={onClose}>
      <div className="tp-dialog-body">
        {failure !== null ? (
          <Failed trouble={failure} onAgain={again} />
        ) : answer === null ? (
          <RowsAwaited rows={6} />
        ) : row === undefined ? (
          <Nothing title={<FormattedMessage id="result.missing" />}>
            <p>
              <FormattedMessage id="result.missing_hint" />
            </p>
          </Nothing>
        ) : (
          <Facts row={row} />
        )}
      </div>
      {row !== undefined && deeds !== undefined && <div className="tp-dialog-foot">{deeds(row)}</div>}
    </Dialog>
  );
};

const Facts = ({ row }: { readonly row: Result }) => {
  const intl = useIntl();
  const format = useFormatter();
  const words = useWords(approvals.list);
  const navigation = useWays(resultWays);
  const { href, follow } = useWhither();
  const judged = JUDGEMENTS.filter(field => row[field] !== null);
  return (
    <>
      <div className="tp-detail-head">
        <strong>
          <Status field="approval_status" code={row.approval_status} />
        </strong>
        <Status field="notice_state" code={row.notice_state} />
        <span className="tp-detail-ways">
          {navigation.flatMap(({ id, to }) => {
            const whither = to(row);
            return whither === null
              ? []
              : [
                  <a
                    key={id}
                    href={href(whither)}
                    onClick={event => {
                      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
                        event.preventDefault();
                        follow(whither);
                      }
                    }}
                  >
                    {intl.formatMessage({ id: `log.way.${id}` })}
                  </a>,
                ];
          })}
        </span>
      </div>
      <section className="tp-detail">
        <h3>
          <FormattedMessage id="result.judgements" />
        </h3>
        {judged.length === 0 ? (
          <p className="tp-note">
            <FormattedMessage id="result.judgements_none" />
          </p>
        ) : (
          <dl className="tp-facts">
            {judged.map(field => (
              <div key={field}>
                <dt>{words.column(field)}</dt>
                <dd>
                  <Status field={field} code={row[field]} />
                  {field === 'exclude_duplicate_ips_result' && row.exclude_duplicate_ips_days !== null && (
                    <small className="tp-window">
                      <FormattedMessage
                        id="result.window"
                        values={{ days: row.exclude_duplicate_ips_days }}
                      />
                    </small>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </section>
      <section className="tp-detail">
        <h3>
          <FormattedMessage id="result.ledger" />
        </h3>
        <Ledger id={row.result_id} />
      </section>
      <section className="tp-detail">
        <h3>
          <FormattedMessage id="result.facts" />
        </h3>
        <dl className="tp-facts">
          {FACTS.map(({ field, format: how }) => (
            <div key={field}>
              <dt>{words.column(field)}</dt>
              <dd>{format(how as Format, row[field] as never, field)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
};
