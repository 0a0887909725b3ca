import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/choice.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { GridColumn } from '../../components/grid/types.ts';
import { Icon } from '../../components/icon.tsx';
import { Empty, Failed } from '../../components/states.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { stringifySearch } from '../../console/address.ts';
import { useCopied } from '../use-copied.ts';
import { behindFormat, sumOfParts, type BehindMetric } from './behind-metrics.ts';
import './credit.css';
import { useBehind, type BehindQuestion, type BehindRow } from './use-behind.ts';

interface Props {
  /** What the row is called. */
  readonly label: string;
  readonly question: BehindQuestion & { readonly metric: BehindMetric };
  /** Figures of the row that something stands behind. */
  readonly metrics: readonly BehindMetric[];
  readonly onMetric: (metric: BehindMetric) => void;
  readonly onClose: () => void;
}

/** The conversions behind a figure of an analysis: each with its share, their sum beside the figure, and each the way to why. */
export const BehindDialog = ({ label, question, metrics, onMetric, onClose }: Props) => {
  const intl = useIntl();
  const format = useFormatter();
  const copied = useCopied();
  const navigate = useNavigate();
  const { metric } = question;
  const { rows, head: figure, failure, stuck, busy, again, more, retryMore } = useBehind(question);
  const shown = behindFormat(metric);
  const columns = useMemo((): readonly GridColumn<BehindRow>[] => {
    const say = (id: string) => intl.formatMessage({ id });
    return [
      { field: 'cv_time', format: 'time', label: say('column.cv_time') },
      { field: 'share', format: shown === 'yen' ? 'yen' : 'share', label: say('behind.share'), size: 96 },
      { field: 'amount', format: 'yen', label: say('column.amount') },
      { field: 'last_cv_ad_name', format: 'text', label: say('column.last_cv_ad_name'), size: 176 },
      { field: 'contacts', format: 'count', label: say('column.contacts'), size: 88 },
      { field: 'args', format: 'id', label: say('column.args'), size: 136 },
      { field: 'conversion_id', format: 'id', label: say('column.conversion_id') },
    ];
  }, [intl, shown]);
  const search = { product_id: String(question.product_id) };
  const pathOf = (row: BehindRow): string => `/log/cv/${row.conversion_id}`;
  const parts = rows === null ? 0n : sumOfParts(rows);
  const whole = more === null && stuck === null;
  const number = (value: number): string => format(shown === 'count' ? 'count' : shown, value);
  const instead = failure !== null ? <Failed trouble={failure} onAgain={again} /> : rows?.length === 0 ? <Empty title="behind.none" /> : undefined;
  return (
    <Dialog title={<FormattedMessage id="behind.title" values={{ row: label }} />} onClose={onClose}>
      <div className="tp-dialog-body tp-behind">
        <Choice
          label={intl.formatMessage({ id: 'behind.metric' })} value={metric} wide onChange={onMetric}
          options={metrics.map(value => ({ value, label: intl.formatMessage({ id: `metric.${value}.name` }) }))}
        />
        {figure !== null && failure === null && rows !== null && (
          <dl className="tp-facts" aria-live="polite" aria-busy={busy}>
            <div data-behind="figure"><dt><FormattedMessage id="behind.figure" /></dt><dd>{number(figure.value)}</dd></div>
            <div data-behind="sum">
              <dt>{whole ? <FormattedMessage id="behind.sum" /> : <FormattedMessage id="behind.sum_so_far" values={{ count: rows.length }} />}</dt>
              <dd>{number(Number(parts) / figure.parts_of_one)}</dd>
            </div>
            {whole && String(parts) === figure.parts && <div><dt><FormattedMessage id="behind.conversions" values={{ count: figure.conversions ?? rows.length }} /></dt><dd className="tp-equal"><Icon name="check" /><FormattedMessage id="behind.equal" /></dd></div>}
          </dl>
        )}
        <DataGrid
          label={intl.formatMessage({ id: 'behind.title' }, { row: label })} columns={columns} rows={rows} rowKey={row => row.conversion_id} busy={busy} instead={instead} onMore={more}
          onCopied={copied}
          link={{ to: row => `${pathOf(row)}${stringifySearch(search)}`, open: row => void navigate({ to: pathOf(row), search } as never) }}
          caption={rows !== null && <FormattedMessage id="grid.rows_of" values={{ count: rows.length, total: figure?.conversions ?? rows.length }} />}
        />
        {stuck !== null && (
          <div className="tp-strip" role="alert">
            <FormattedMessage id="grid.more_failed" />
            <Button label={intl.formatMessage({ id: 'state.again' })} onClick={retryMore} />
          </div>
        )}
      </div>
    </Dialog>
  );
};
