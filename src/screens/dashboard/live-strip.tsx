import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { useLiveFigures, useLiveScope, type LiveFigures } from './use-live-figures.ts';
import './live-strip.css';

/** The logs behind the counts, in the order of a visit. */
const COUNTS = [
  { figure: 'contacts', has: 'hasContacts', to: '/log/reference' },
  { figure: 'accesses', has: 'hasAccesses', to: '/log/access' },
  { figure: 'conversions', has: 'hasConversions', to: '/log/cv' },
] as const;

const TODAY = { period: 'today' } as const;

const hasNoEvent = ({ accesses, contacts, conversions, lastConversion }: LiveFigures): boolean =>
  !accesses && !contacts && !conversions && lastConversion === null;

const LiveFigure = ({ title, to, children }: { title: string; to: string; children: ReactNode }) => (
  <div className="tp-live-figure">
    <dt>
      <Link to={to as '/'} search={TODAY as object}>
        <FormattedMessage id={title} />
      </Link>
    </dt>
    <dd>{children}</dd>
  </div>
);

/** Events of the last half hour and the last conversion, by the logs that the user may read. */
export const LiveStrip = ({ productId }: { readonly productId: number }) => {
  const intl = useIntl();
  const show = useFormatter();
  const scope = useLiveScope(productId);
  const { figures, failure, reload } = useLiveFigures(scope);
  const counts = COUNTS.filter(({ has }) => scope[has]);
  if (counts.length === 0) return null;
  const title = intl.formatMessage({ id: 'dashboard.live.title' });
  // A zero is news here, while tables show a dash.
  const countText = (count: number | null) => (count === 0 ? intl.formatNumber(0) : show('count', count));
  const lastText = (time: string | null) =>
    time === null ? <FormattedMessage id="dashboard.live.no_conversion" /> : show('time', time);
  return (
    <section className="tp-live" aria-label={title}>
      <h2>
        <span className="tp-live-dot" aria-hidden="true" data-failed={failure !== null} />
        {title}
      </h2>
      <dl>
        {counts.map(({ figure, to }) => (
          <LiveFigure key={figure} title={`dashboard.live.${figure}`} to={to}>
            {figures === null ? '…' : countText(figures[figure])}
          </LiveFigure>
        ))}
        {scope.hasConversions && (
          <LiveFigure title="dashboard.live.last" to="/log/cv">
            {figures === null ? '…' : lastText(figures.lastConversion)}
          </LiveFigure>
        )}
      </dl>
      <p className="tp-live-note" role={failure === null ? undefined : 'alert'}>
        {failure !== null && (
          <>
            <FormattedMessage id="dashboard.task_failed" />{' '}
            <Button label={intl.formatMessage({ id: 'state.retry' })} onClick={reload} />
          </>
        )}
        {failure === null && figures !== null && hasNoEvent(figures) && (
          <FormattedMessage id="dashboard.live.none" />
        )}
      </p>
    </section>
  );
};
