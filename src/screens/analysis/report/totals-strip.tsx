import { useIntl } from 'react-intl';
import type { ReportRow } from '../../../analyses/analysis.ts';
import { metrics, type MetricKey } from '../../../analyses/metrics.ts';
import { Delta } from '../../../components/delta.tsx';
import { FigureButton } from '../../../components/figure-button.tsx';
import { HelpButton } from '../../../components/help-button.tsx';
import type { DrillDown } from '../../../components/grid/types.ts';
import { useFormatter } from '../../../components/use-formatter.ts';
import { nameIn, numberAt } from './figures.ts';
import { useTranslate } from './use-report.ts';

interface Props {
  readonly shown: readonly MetricKey[];
  /** Null until there is an answer. */
  readonly totals: ReportRow | null;
  readonly isCompared: boolean;
  readonly busy: boolean;
  readonly figures: DrillDown<ReportRow> | null;
}

/** The most important totals of a report in one line, which has its room before there is an answer. */
export const TotalsStrip = ({ shown, totals, isCompared, busy, figures }: Props) => {
  const intl = useIntl();
  const translate = useTranslate();
  const format = useFormatter();
  return (
    <section
      className={`tp-totals${busy && totals !== null ? ' tp-dim' : ''}`}
      aria-label={intl.formatMessage({ id: 'analysis.totals' })}
      {...(isCompared && { 'data-compared': true })}
    >
      <dl>
        {shown.map(metric => (
          <div key={metric} data-total={metric}>
            <dt>
              <span>{nameIn(metric, translate)}</span>
              <HelpButton name={nameIn(metric, translate)} text={translate(`metric.${metric}.help`)} />
            </dt>
            <dd>
              {totals === null ? (
                <span className="tp-totals-awaited" />
              ) : (
                <FigureButton
                  text={format(metrics[metric].format, numberAt(totals, metric))}
                  onOpen={figures?.has(totals, metric) === true ? () => figures.open(totals, metric) : null}
                />
              )}
              {isCompared && totals !== null && (
                <Delta
                  now={numberAt(totals, metric)}
                  before={numberAt(totals.compared, metric)}
                  moreIsBetter={metrics[metric].moreIsBetter}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
