import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MetricOf } from '../../analyses/analysis.ts';
import type { SummaryRow } from '../../analyses/dashboard.ts';
import { metrics } from '../../analyses/metrics.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { DrillDown, GridColumn } from '../../components/grid/types.ts';
import { Empty, Failed } from '../../components/states.tsx';
import { metricColumn } from '../analysis/report/figures.ts';
import { useCopied } from '../use-copy-notice.ts';
import type { QueryState } from '../use-query.ts';

interface AdsProps {
  readonly title: string;
  readonly hint: string;
  readonly none: string;
  readonly metrics: readonly MetricOf<SummaryRow>[];
  readonly rows: readonly SummaryRow[] | null;
  readonly drillDown: DrillDown<SummaryRow> | null;
  /** Parameters of the report of all ads. */
  readonly all: Readonly<Record<string, string>>;
  readonly query: Pick<QueryState<object>, 'busy' | 'failure' | 'reload'>;
}

/**
 * Widths in pixels that fit the figures of large companies; the rest is left for names, as two tables are
 * side by side.
 */
const WIDTHS: Readonly<Partial<Record<string, number>>> = { yen: 104, count: 80, percent: 92 };

/** Some ads of the period, with a link to the report of all. */
export const Ads = ({
  title,
  hint,
  none,
  metrics: columnsShown,
  rows,
  drillDown,
  all,
  query: { busy, failure, reload },
}: AdsProps) => {
  const intl = useIntl();
  const copied = useCopied();
  const columns = useMemo(
    (): readonly GridColumn<SummaryRow>[] => [
      { field: 'label', format: 'text', label: intl.formatMessage({ id: 'axis.ad' }), size: 144 },
      ...columnsShown.map(metric => ({
        ...metricColumn<SummaryRow>(metric, (id, values) => intl.formatMessage({ id }, values)),
        size: WIDTHS[metrics[metric].format] ?? 92,
      })),
    ],
    [intl, columnsShown],
  );
  const empty = rows?.length === 0 ? <Empty title={none} /> : undefined;
  return (
    <section className="tp-panel">
      <DataGrid
        label={intl.formatMessage({ id: title })}
        columns={columns}
        rows={rows}
        rowKey={row => row.key}
        busy={busy}
        onCopied={copied}
        {...(drillDown !== null && { drillDown })}
        instead={failure === null ? empty : <Failed failure={failure} onAgain={reload} />}
        caption={
          <>
            <h2>
              <FormattedMessage id={title} />
            </h2>
            <span>
              <FormattedMessage id={hint} />
            </span>
          </>
        }
        tools={
          <Link className="tp-more-link" to={'/analyze/ad-statistics' as '/'} search={all as object}>
            <FormattedMessage id="dashboard.all_ads" />
          </Link>
        }
      />
    </section>
  );
};
