import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ChangeBreakdown, Contribution } from '../../analyses/change-breakdown.ts';
import type { ChangeMetric } from '../../analyses/dashboard.ts';
import { writeConditions } from '../../resources/filter.ts';
import { useChangeTexts } from './use-change-texts.ts';

type FactorRow = ChangeBreakdown['rows'][number];

interface Props {
  readonly breakdown: ChangeBreakdown;
  readonly metric: ChangeMetric;
  readonly moreIsBetter: boolean | null;
  readonly labelledBy: string;
  /** Parameters of the report by ad with the same period and comparison. */
  readonly report: Readonly<Record<string, string>>;
}

/** Name of a row; that of an ad leads to its figures in both periods. */
const RowName = ({ row, report }: { readonly row: FactorRow; readonly report: Props['report'] }) => {
  switch (row.kind) {
    case 'other':
      return <FormattedMessage id="dashboard.change.other" values={{ count: row.ads }} />;
    case 'no_contact':
      return <FormattedMessage id="analysis.no_contact" />;
    case 'ad':
      return (
        <Link
          to={'/analyze/ad-statistics' as '/'}
          search={
            { ...report, f: writeConditions([{ field: 'ad_id', op: 'exact', value: row.key }]) } as object
          }
        >
          {row.label === '' ? row.key : row.label}
        </Link>
      );
  }
};

/** Bar from the middle to the right for a rise, to the left for a fall. Its width is a share of the largest. */
const Bar = ({
  change,
  largest,
  moreIsBetter,
}: { change: number; largest: number } & Pick<Props, 'moreIsBetter'>) => (
  <span
    className="tp-change-bar"
    aria-hidden="true"
    data-falling={change < 0}
    data-better={moreIsBetter === null ? undefined : change > 0 === moreIsBetter}
    style={{ '--share': `${largest === 0 ? 0 : (Math.abs(change) / largest) * 50}%` } as CSSProperties}
  />
);

interface LineProps {
  readonly name: ReactNode;
  readonly bar: ReactNode;
  readonly parts: Contribution;
  readonly metric: ChangeMetric;
}

const Line = ({ name, bar, parts: { change, volume, rate }, metric }: LineProps) => {
  const texts = useChangeTexts(metric);
  return (
    <div role="row" className="tp-change-row">
      <span role="rowheader">{name}</span>
      {bar}
      <span role="cell" data-part="change">
        {texts.change(change)}
      </span>
      <span role="cell" data-part="volume">
        {texts.part(volume)}
      </span>
      <span role="cell" data-part="rate">
        {texts.part(rate)}
      </span>
    </div>
  );
};

const COLUMNS = ['axis.ad', 'dashboard.change.change', 'volume', 'rate'] as const;

/**
 * The rows that sum to a change, each with its two parts. Elements with roles, as style sheets arrange the rows in
 * two lines on narrow screens, where a table would lose its roles.
 */
export const ChangeTable = ({
  breakdown: { rows, total },
  metric,
  moreIsBetter,
  labelledBy,
  report,
}: Props) => {
  const intl = useIntl();
  const largest = Math.max(0, ...rows.map(({ change }) => Math.abs(change)));
  return (
    <div role="table" className="tp-change-table" aria-labelledby={labelledBy}>
      <div role="rowgroup">
        <div role="row" className="tp-change-row tp-change-head">
          {COLUMNS.map(column => (
            <span key={column} role="columnheader">
              {intl.formatMessage({
                id: column.includes('.') ? column : `dashboard.change.${metric}.${column}`,
              })}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {rows.map(row => (
          <Line
            key={row.key}
            name={<RowName row={row} report={report} />}
            bar={<Bar change={row.change} largest={largest} moreIsBetter={moreIsBetter} />}
            parts={row}
            metric={metric}
          />
        ))}
      </div>
      <div role="rowgroup" className="tp-change-total">
        <Line name={<FormattedMessage id="analysis.total" />} bar={null} parts={total} metric={metric} />
      </div>
    </div>
  );
};
