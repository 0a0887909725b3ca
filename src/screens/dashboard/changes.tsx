import { Link } from '@tanstack/react-router';
import { useId, useMemo, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  adChanges,
  breakDownChange,
  comparedRows,
  type ChangeBreakdown,
  type NoBreakdown,
} from '../../analyses/change-breakdown.ts';
import { CHANGE_METRICS, dashboard, type ChangeMetric } from '../../analyses/dashboard.ts';
import { Choice } from '../../components/choice.tsx';
import type { Days } from '../../components/days.ts';
import { date } from '../../components/formats.ts';
import { HelpButton } from '../../components/help-button.tsx';
import { Failed, Nothing, RowsPlaceholder } from '../../components/states.tsx';
import { useRefreshable } from '../../console/refresh.ts';
import { present } from '../../resources/row.ts';
import { useQueryState } from '../use-query.ts';
import { ChangeTable } from './change-table.tsx';
import { useChangeTexts } from './use-change-texts.ts';
import './changes.css';

export interface ChangesProps {
  readonly productId: number;
  readonly days: Days;
  readonly metric: ChangeMetric;
  readonly onMetric: (metric: ChangeMetric) => void;
  /** Text without any data: the product has no ads, or they had no events. */
  readonly none: string;
  /** Parameters of the report by ad with the same period and comparison. */
  readonly report: Readonly<Record<string, string>>;
}

/** Messages by what prevents a breakdown. */
const REASONS: Readonly<Record<Exclude<NoBreakdown, 'no_data'>, string>> = {
  no_previous: 'dashboard.change.no_previous',
  no_conversion: 'dashboard.change.no_conversion',
};

const directionOf = ({ before, now }: ChangeBreakdown): 'up' | 'down' | 'level' => {
  if (now === before) return 'level';
  return now > before ? 'up' : 'down';
};

const strong = (chunks: ReactNode) => <strong>{chunks}</strong>;

interface ExplainedProps extends Pick<ChangesProps, 'metric' | 'report'> {
  readonly breakdown: ChangeBreakdown;
  readonly labelledBy: string;
  readonly against: Days;
}

/** The change in a sentence, and the rows that sum to it. */
const Explained = ({ breakdown, metric, report, labelledBy, against }: ExplainedProps) => {
  const { value, signed } = useChangeTexts(metric);
  const figure = dashboard.figures.find(one => one.metric === metric);
  return (
    <>
      <p className="tp-change-sum">
        <FormattedMessage
          id={`dashboard.change.${metric}.sum`}
          values={{
            direction: directionOf(breakdown),
            before: value(breakdown.before),
            now: value(breakdown.now),
            change: signed(breakdown.total.change),
            strong,
          }}
        />{' '}
        <span className="tp-note">
          <FormattedMessage id="delta.against" values={{ from: date(against.from), to: date(against.to) }} />
        </span>
      </p>
      {breakdown.rows.length > 0 && (
        <ChangeTable
          breakdown={breakdown}
          metric={metric}
          moreIsBetter={figure?.moreIsBetter ?? null}
          labelledBy={labelledBy}
          report={report}
        />
      )}
    </>
  );
};

/** The change of a metric from the previous period, explained by the ads that contributed to it. */
const Changes = ({ productId, days, metric, onMetric, none, report: search }: ChangesProps) => {
  const intl = useIntl();
  const title = useId();
  const query = useQueryState(adChanges, { product_id: productId, ...days });
  useRefreshable(query);
  const { answer, busy, failure, reload } = query;
  const report = answer?.report ?? null;
  const rows = useMemo(() => (report === null ? null : comparedRows(present(report.rows))), [report]);
  const breakdown = useMemo(() => (rows === null ? null : breakDownChange(metric, rows)), [metric, rows]);
  const against = report?.compared_totals ?? null;
  const content = () => {
    if (failure !== null) return <Failed failure={failure} onAgain={reload} />;
    if (breakdown === null || against === null) return <RowsPlaceholder rows={12} />;
    if (typeof breakdown === 'string')
      return (
        <Nothing title={intl.formatMessage({ id: breakdown === 'no_data' ? none : REASONS[breakdown] })} />
      );
    return (
      <Explained breakdown={breakdown} metric={metric} report={search} labelledBy={title} against={against} />
    );
  };
  const name = intl.formatMessage({ id: 'dashboard.change.title' });
  return (
    <section
      className={`tp-panel tp-changes${breakdown === null && failure === null ? ' tp-changes-awaited' : ''}`}
      aria-labelledby={title}
      aria-busy={busy}
    >
      <header>
        <h2 id={title}>{name}</h2>
        <HelpButton name={name} text={intl.formatMessage({ id: `dashboard.change.${metric}.help` })} />
        <Choice
          label={intl.formatMessage({ id: 'dashboard.change.metric' })}
          value={metric}
          open
          options={CHANGE_METRICS.map(value => ({
            value,
            label: intl.formatMessage({ id: `metric.${value}.name` }),
          }))}
          onChange={onMetric}
        />
        <Link className="tp-more-link" to={'/analyze/ad-statistics' as '/'} search={search as object}>
          <FormattedMessage id="dashboard.all_ads" />
        </Link>
      </header>
      <div className={`tp-changes-content${busy && breakdown !== null ? ' tp-dim' : ''}`}>{content()}</div>
    </section>
  );
};

export default Changes;
