import { FormattedMessage, useIntl } from 'react-intl';
import { TraceDocument } from '../../../graphql/generated/graphql.ts';
import { Empty, Failed, RowsPlaceholder } from '../../components/states.tsx';
import { useProduct } from '../../console/product.ts';
import { useRefreshable } from '../../console/refresh.ts';
import { traceOf, TRACED_KINDS, visitorOf, type TracedKind } from '../../resources/trace.ts';
import { useQueryState } from '../use-query.ts';
import { TracedStep } from './traced-step.tsx';
import { VisitorPrivacy } from './visitor-privacy.tsx';

/** Rows that contain an identifier, and rows that belong to them, on one time line. */
export const Traced = ({
  id,
  onErasure,
}: {
  readonly id: string;
  /** Called when the user has requested an erasure; absent: the user may not. */
  readonly onErasure?: () => void;
}) => {
  const intl = useIntl();
  const product = useProduct();
  const query = useQueryState(TraceDocument, { product_id: product.id, id });
  useRefreshable(query);
  const { answer, failure, busy, reload } = query;
  if (failure !== null) return <Failed failure={failure} onAgain={reload} />;
  const page = answer?.page ?? null;
  if (page === null) return <RowsPlaceholder rows={6} />;

  const { rows, more, unread } = traceOf(page);
  const nameOf = (kind: TracedKind): string => intl.formatMessage({ id: `log.trace.kind.${kind}` });
  const namesOf = (kinds: readonly TracedKind[]): string =>
    intl.formatList(kinds.map(nameOf), { type: 'conjunction' });
  const visitor = onErasure === undefined ? null : visitorOf(rows);
  const counts = TRACED_KINDS.filter(kind => !unread.includes(kind)).map(kind => (
    <li key={kind}>
      {nameOf(kind)} <strong>{intl.formatNumber(rows.filter(row => row.kind === kind).length)}</strong>
    </li>
  ));
  return (
    <div className="tp-trace-records" aria-busy={busy}>
      <div role="status">
        <ul className="tp-trace-counts">{counts}</ul>
      </div>
      {more.length > 0 && (
        <p className="tp-note">
          <FormattedMessage id="log.trace.more" values={{ kinds: namesOf(more) }} />
        </p>
      )}
      {unread.length > 0 && (
        <p className="tp-note">
          <FormattedMessage id="log.trace.not_searched" values={{ kinds: namesOf(unread) }} />
        </p>
      )}
      {rows.length === 0 ? (
        <Empty title="log.trace.empty" hint="log.trace.empty_hint" />
      ) : (
        <ol className="tp-path" aria-label={intl.formatMessage({ id: 'log.trace.found' })}>
          {rows.map(row => (
            <TracedStep key={row.key} row={row} />
          ))}
        </ol>
      )}
      {visitor !== null && onErasure !== undefined && (
        <VisitorPrivacy visitorId={visitor} onRequested={onErasure} />
      )}
    </div>
  );
};
