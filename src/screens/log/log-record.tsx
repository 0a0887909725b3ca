import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { WIDTH_OF } from '../../components/grid/types.ts';
import { Empty, Failed, RowsPlaceholder } from '../../components/states.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { useProduct } from '../../console/product.ts';
import { isValue } from '../../resources/filter.ts';
import type { Log } from '../../resources/log.ts';
import '../record/record.css';
import '../screens.css';
import { useQueryState } from '../use-query.ts';
import { useWords } from '../use-words.ts';
import './log.css';
import { useReadableLinks, useLinkTarget } from './use-row-links.ts';

/**
 * Page of a log row: all its fields, and links to related records.
 * @param more content before the fields; also shown if the log does not contain the row
 */
export const LogRecordScreen = <Raw extends object, Row extends object>({
  log,
  more,
}: {
  readonly log: Log<Raw, Row>;
  readonly more?: (id: string) => ReactNode;
}) => {
  const { id } = useParams({ strict: false });
  return id !== undefined && log.one !== undefined && isValue({ kind: 'id' }, id) ? (
    <LogRecord key={id} log={log} id={id} one={log.one} {...(more !== undefined && { more })} />
  ) : (
    <Missing log={log} />
  );
};

interface Props<Raw extends object, Row extends object> {
  readonly log: Log<Raw, Row>;
  readonly id: string;
  readonly one: NonNullable<Log<Raw, Row>['one']>;
  readonly more?: (id: string) => ReactNode;
}

/**
 * Column width in pixels from which a field takes the full width of the page, such as URLs and user agents.
 */
const WIDE = 240;

interface RowProps<Raw extends object, Row extends object> {
  readonly log: Log<Raw, Row>;
  readonly row: Row;
}

/** Links to related records in other logs. */
const Neighbours = <Raw extends object, Row extends object>({ log, row }: RowProps<Raw, Row>) => {
  const intl = useIntl();
  const { href, follow } = useLinkTarget();
  const links = useReadableLinks(log.links).flatMap(({ id, to }) => {
    const target = to(row);
    return target === null ? [] : [{ id, target }];
  });
  return links.length === 0 ? null : (
    <nav className="tp-record-actions" aria-label={intl.formatMessage({ id: 'log.detail.links' })}>
      {links.map(({ id, target }) => (
        <a
          key={id}
          className="p-button p-button-sm p-button-outlined p-button-secondary tp-button"
          href={href(target)}
          onClick={event => {
            if (isPlain(event)) {
              event.preventDefault();
              follow(target);
            }
          }}
        >
          <FormattedMessage id={`log.link.${id}`} />
        </a>
      ))}
    </nav>
  );
};

const Details = <Raw extends object, Row extends object>({ log, row }: RowProps<Raw, Row>) => {
  const format = useFormatter();
  const words = useWords(log.list);
  return (
    <div className="tp-details">
      <dl>
        {log.columns.map(column => (
          <div
            key={column.field}
            data-field={column.field}
            className={(column.size ?? WIDTH_OF[column.format]) >= WIDE ? 'tp-wide' : undefined}
          >
            <dt>{words.column(column.field)}</dt>
            <dd>
              {format(column.format, row[column.field] as string | number | boolean | null, column.field)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
};

const LogRecord = <Raw extends object, Row extends object>({ log, id, one, more }: Props<Raw, Row>) => {
  const product = useProduct();
  const { answer, failure, busy, reload } = useQueryState(one.operation, { product_id: product.id, id });
  const raw = answer?.one ?? null;
  if (failure?.kind === 'missing' || (answer !== null && raw === null && !busy))
    return <Missing log={log}>{more?.(id)}</Missing>;
  const row = raw === null ? null : log.row(raw);
  return (
    <article className="tp-screen" aria-busy={busy}>
      <header className="tp-record-head">
        <div className="tp-screen-head">
          <h1>
            <FormattedMessage id={`log.${log.name}.one`} />
          </h1>
          <p className="tp-record-id">
            <FormattedMessage id="record.id" values={{ id }} />
          </p>
        </div>
        {row !== null && <Neighbours log={log} row={row} />}
      </header>
      {more?.(id)}
      <section className="tp-panel">
        {failure !== null && <Failed failure={failure} onAgain={reload} />}
        {failure === null && (row === null ? <RowsPlaceholder rows={6} /> : <Details log={log} row={row} />)}
      </section>
    </article>
  );
};

/** Whether a click should navigate in this tab. */
export const isPlain = (event: {
  readonly button: number;
  readonly metaKey: boolean;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}): boolean => event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** The row does not exist, or the user may not see it. */
const Missing = <Raw extends object, Row extends object>({
  log,
  children,
}: {
  readonly log: Log<Raw, Row>;
  readonly children?: ReactNode;
}) => (
  <article className="tp-screen">
    <header className="tp-screen-head">
      <h1>
        <FormattedMessage id={`log.${log.name}.one`} />
      </h1>
    </header>
    {children ?? (
      <section className="tp-panel">
        <Empty title="log.detail.missing" hint="log.detail.missing_hint" />
      </section>
    )}
    {log.one !== undefined && (
      <p className="tp-history-more">
        <Link to={log.one.page.replace(/\/\$id$/, '') as '/'} className="p-button p-button-outlined">
          <FormattedMessage id="log.detail.back" />
        </Link>
      </p>
    )}
  </article>
);
