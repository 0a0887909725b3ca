import { FormattedMessage, useIntl } from 'react-intl';
import { useFormatter } from '../../components/use-formatter.ts';
import { useSignedInData } from '../../console/context.ts';
import { pageOfTraced, type TracedRow } from '../../resources/trace.ts';
import { isPlain } from './log-record.tsx';
import { useLinkTarget } from './use-row-links.ts';

/** Details of a row in one line, by its kind. */
const useDetails = (row: TracedRow): string => {
  const intl = useIntl();
  const format = useFormatter();
  const word = (field: string, value: number | string | null): string =>
    value === null || value === '' ? '' : format('choice', value, field);
  const { amount } = row;
  const yen =
    amount === null || amount === 0 ? '' : intl.formatMessage({ id: 'log.path.amount' }, { amount });
  const status = word('approval_status', row.approval_status);
  const answer = row.http_status === null ? '' : `HTTP ${row.http_status}`;
  const details: Readonly<Record<TracedRow['kind'], readonly string[]>> = {
    contact: [row.xclid],
    access: [],
    conversion: [word('cv_type', row.cv_type), yen, row.args],
    result: [row.asp_name, status, yen, row.args],
    notification: [row.asp_name, status, word('state', row.state), answer],
  };
  return details[row.kind].filter(text => text !== '').join(' · ');
};

/** A row on the time line of an identifier, with a link to its page. */
export const TracedStep = ({ row }: { readonly row: TracedRow }) => {
  const format = useFormatter();
  const { href, follow } = useLinkTarget();
  const { permissions } = useSignedInData().role;
  const page = pageOfTraced(row, permissions);
  const details = useDetails(row);
  return (
    <li className={`tp-step tp-step-${row.kind}`} data-kind={row.kind}>
      <div className="tp-step-head">
        <strong className="tp-step-kind">
          <FormattedMessage id={`log.trace.kind.${row.kind}`} />
        </strong>
        <a
          href={href(page)}
          onClick={event => {
            if (isPlain(event)) {
              event.preventDefault();
              follow(page);
            }
          }}
        >
          <time dateTime={row.time}>{format('time', row.time)}</time>
        </a>
        <small>ID {row.id}</small>
        {row.left_out !== '' && <span className="tp-step-left-out">{format('tags', row.left_out)}</span>}
        {row.matched && (
          <span className="tp-step-mark">
            <FormattedMessage id="log.trace.matches" />
          </span>
        )}
      </div>
      <p className="tp-step-ad">
        {row.ad_name === '' ? (
          <span className="tp-step-none">
            <FormattedMessage id="log.path.direct" />
          </span>
        ) : (
          row.ad_name
        )}
      </p>
      {details !== '' && <p className="tp-step-cv">{details}</p>}
      {row.url !== '' && <p className="tp-step-url">{row.url}</p>}
    </li>
  );
};
