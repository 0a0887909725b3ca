import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { searchOfTried } from '../../../analyses/tried-rules.ts';
import { time } from '../../../components/formats.ts';
import { DataGrid } from '../../../components/grid/grid.tsx';
import type { GridColumn } from '../../../components/grid/types.ts';
import { Icon } from '../../../components/icon.tsx';
import { RowRange } from '../../../components/row-range.tsx';
import { Empty, Failed, MoreFailed, type ShownFailure } from '../../../components/states.tsx';
import { useFormatter } from '../../../components/use-formatter.ts';
import { stringifySearch } from '../../../console/address.ts';
import { inUnit } from '../report/figures.ts';
import { useTranslate } from '../report/use-report.ts';
import { useCopied } from '../../use-copy-notice.ts';
import type { ListedMetric } from './figure-metrics.ts';
import { formatOfListed, sumOfParts } from './listed-figure.ts';
import {
  useFigureConversions,
  type ComputedFigure,
  type FigureParameters,
  type FigureConversion,
} from './use-figure-page.ts';

interface Props {
  readonly label: string;
  readonly parameters: FigureParameters & { readonly metric: ListedMetric };
  /** Value and watermark of the figure on the screen; null: the screen does not show it. */
  readonly shown: { readonly value: number; readonly watermark: string | null } | null;
}

/** Content instead of rows: the failure, or that there are none. */
const insteadOf = (failure: ShownFailure | null, reload: () => void, isEmpty: boolean) => {
  if (failure !== null) return <Failed failure={failure} onAgain={reload} />;
  return isEmpty ? <Empty title="drilldown.none" /> : undefined;
};

const useColumns = (metric: ListedMetric) => {
  const translate = useTranslate();
  const format = formatOfListed(metric);
  return useMemo(
    (): readonly GridColumn<FigureConversion>[] => [
      { field: 'cv_time', format: 'time', label: translate('column.cv_time') },
      {
        field: 'share',
        format: format === 'yen' ? 'yen' : 'share',
        label: inUnit(translate('drilldown.share'), format, translate),
        size: 96,
      },
      { field: 'amount', format: 'yen', label: translate('column.amount') },
      { field: 'last_cv_ad_name', format: 'text', label: translate('column.last_cv_ad_name'), size: 176 },
      { field: 'contacts', format: 'count', label: translate('column.contacts'), size: 88 },
      { field: 'args', format: 'id', label: translate('column.args'), size: 136 },
      { field: 'conversion_id', format: 'id', label: translate('column.conversion_id') },
    ],
    [translate, format],
  );
};

/**
 * List of the conversions that make up a figure, each with its share and a link to its credit; above it,
 * figure and sum.
 */
export const FigureConversions = ({ label, parameters, shown }: Props) => {
  const intl = useIntl();
  const copied = useCopied();
  const navigate = useNavigate();
  const { metric } = parameters;
  const {
    rows,
    head: figure,
    failure,
    moreFailure,
    busy,
    reload,
    more,
    retryMore,
  } = useFigureConversions(parameters);
  const columns = useColumns(metric);
  const search = { product_id: String(parameters.product_id), ...searchOfTried(parameters) };
  const pathOf = (row: FigureConversion): string => `/log/cv/${row.conversion_id}`;
  const allRead = more === null && moreFailure === null;
  return (
    <>
      {figure !== null && failure === null && rows !== null && (
        <Sum figure={figure} rows={rows} allRead={allRead} metric={metric} shown={shown} busy={busy} />
      )}
      <DataGrid
        label={intl.formatMessage({ id: 'drilldown.title' }, { row: label })}
        columns={columns}
        rows={rows}
        rowKey={row => row.conversion_id}
        busy={busy}
        instead={insteadOf(failure, reload, rows?.length === 0)}
        onMore={more}
        onCopied={copied}
        link={{
          to: row => `${pathOf(row)}${stringifySearch(search)}`,
          open: row => void navigate({ to: pathOf(row), search } as never),
        }}
        caption={
          rows !== null && (
            <RowRange loaded={rows.length} total={figure?.conversions ?? null} ended={allRead && !busy} />
          )
        }
      />
      {moreFailure !== null && <MoreFailed onAgain={retryMore} />}
    </>
  );
};

interface SumProps extends Pick<Props, 'shown'> {
  readonly figure: ComputedFigure;
  readonly rows: readonly FigureConversion[];
  /** Whether all rows are loaded. */
  readonly allRead: boolean;
  readonly metric: ListedMetric;
  readonly busy: boolean;
}

/**
 * The figure, the sum of the loaded shares, and whether both are equal; also the value on the screen, if new
 * data has changed the figure since.
 */
const Sum = ({ figure, rows, allRead, metric, shown, busy }: SumProps) => {
  const format = useFormatter();
  const translate = useTranslate();
  const unit = formatOfListed(metric);
  const number = (value: number): string => format(unit, value);
  const parts = sumOfParts(rows);
  const moved = shown !== null && shown.value !== figure.value && shown.watermark !== figure.watermark;
  const until = figure.watermark_at ?? null;
  return (
    <>
      <dl className="tp-facts" aria-live="polite" aria-busy={busy}>
        <div data-drilldown="figure">
          <dt>{inUnit(translate(moved ? 'drilldown.figure_now' : 'drilldown.figure'), unit, translate)}</dt>
          <dd>{number(figure.value)}</dd>
        </div>
        <div data-drilldown="sum">
          <dt>
            {inUnit(
              allRead
                ? translate('drilldown.sum')
                : translate('drilldown.sum_so_far', { count: rows.length }),
              unit,
              translate,
            )}
          </dt>
          <dd>{number(Number(parts) / figure.parts_of_one)}</dd>
        </div>
        {allRead && String(parts) === figure.parts && (
          <div>
            <dt>
              <FormattedMessage
                id="drilldown.conversions"
                values={{ count: figure.conversions ?? rows.length }}
              />
            </dt>
            <dd className="tp-equal">
              <Icon name="check" />
              <FormattedMessage id={moved ? 'drilldown.equal_now' : 'drilldown.equal'} />
            </dd>
          </div>
        )}
      </dl>
      {moved && (
        <p className="tp-note" role="status" data-drilldown="moved">
          <FormattedMessage
            id="drilldown.moved"
            values={{
              value:
                unit === 'yen'
                  ? translate('unit.amount_yen', { yen: number(shown.value) })
                  : number(shown.value),
              time: until === null ? '-' : time(until),
            }}
          />
        </p>
      )}
    </>
  );
};
