import { useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Empty, Failed, MoreFailed, RowsPlaceholder } from '../../components/states.tsx';
import { useAddress } from '../../console/address.ts';
import { useProduct } from '../../console/product.ts';
import { visitorPath, type Step } from '../../resources/visitor-path.ts';
import '../screens.css';
import './path.css';
import { PathStep } from './path-step.tsx';
import { useFeed, type Feed } from './use-feed.ts';

const readPathSearch = (raw: Readonly<Record<string, string>>) => ({
  show: raw['show'] === 'all' ? ('all' as const) : ('counted' as const),
  at: raw['at'] ?? null,
});

interface StepsProps extends Pick<Feed<Step>, 'rows' | 'failure' | 'reload'> {
  /** Key of the step to highlight; null: none. */
  readonly at: string | null;
}

const Steps = ({ rows, failure, reload, at }: StepsProps) => {
  const intl = useIntl();
  const list = useRef<HTMLOListElement>(null);
  const arrived = rows !== null;
  useEffect(() => {
    if (arrived) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
  }, [arrived]);
  if (failure !== null) return <Failed failure={failure} onAgain={reload} />;
  if (rows === null) return <RowsPlaceholder rows={6} />;
  if (rows.length === 0) return <Empty title="log.path.empty" />;
  return (
    <ol ref={list} className="tp-path" aria-label={intl.formatMessage({ id: 'log.path.title' })}>
      {rows.map((step, index) => (
        <PathStep key={step.key} step={step} before={rows[index + 1] ?? null} here={step.key === at} />
      ))}
    </ol>
  );
};

/** /log/visitor/$id: path of a visitor on a time line, with the step highlighted from which the user came. */
export const Screen = () => {
  const intl = useIntl();
  const product = useProduct();
  const { id: visitor = '' } = useParams({ strict: false });
  const [{ show, at }, go] = useAddress(readPathSearch);
  const { rows, failure, moreFailure, busy, reload, more, retryMore } = useFeed(visitorPath, {
    product_id: product.id,
    visitor_id: visitor,
    show,
  });
  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1>
          <FormattedMessage id="log.path.title" />
        </h1>
        <p>
          <FormattedMessage id="log.path.lead" />
        </p>
      </header>
      <section className="tp-panel" aria-busy={busy}>
        <div className="tp-path-head">
          <p>
            <FormattedMessage id="column.visitor_id" /> <code>{visitor}</code>
          </p>
          <label className="check">
            <input
              type="checkbox"
              checked={show === 'all'}
              onChange={event => go({ show: event.target.checked ? 'all' : undefined })}
            />
            <FormattedMessage id="log.path.show_all" />
          </label>
        </div>
        <Steps rows={rows} failure={failure} reload={reload} at={at} />
        {moreFailure !== null && <MoreFailed onAgain={retryMore} />}
        {more !== null && rows !== null && (
          <Button label={intl.formatMessage({ id: 'log.path.more' })} onClick={more} disabled={busy} />
        )}
      </section>
    </article>
  );
};
