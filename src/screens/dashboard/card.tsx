import { Link } from '@tanstack/react-router';
import { useId, type CSSProperties, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Figure } from '../../analyses/dashboard.ts';
import { metrics } from '../../analyses/metrics.ts';
import { Delta } from '../../components/delta.tsx';
import { FigureButton } from '../../components/figure-button.tsx';
import { HelpButton } from '../../components/help-button.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { useFormatter } from '../../components/use-formatter.ts';

const small = (chunks: ReactNode) => <small>{chunks}</small>;

interface Props {
  readonly figure: Figure;
  readonly now: number | null;
  readonly before: number | null;
  readonly course: readonly (number | null)[];
  /** The last value belongs to a day that has not ended. */
  readonly unfinished: boolean;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  /** Opens the conversions of the figure; null: there are none, or the user may not see them. */
  readonly onOpen: (() => void) | null;
  /** Parameters of the report by ad, for figures that are no sum of conversions; null: the figure is one. */
  readonly byAd: Readonly<Record<string, string>> | null;
}

/**
 * Card of a metric: value with drill-down, change, and sparkline. A click elsewhere on the card selects the
 * metric for the chart below.
 */
export const FigureCard = ({
  figure,
  now,
  before,
  course,
  unfinished,
  chosen,
  onChoose,
  onOpen,
  byAd,
}: Props) => {
  const intl = useIntl();
  const format = useFormatter();
  const name = useId();
  const label = intl.formatMessage({ id: `metric.${figure.text}.name` });
  const kind = metrics[figure.metric].format;
  const text = format(kind, now);
  const value =
    kind === 'yen' && text !== '-' ? (
      <FormattedMessage id="unit.value_yen" values={{ value: text, unit: small }} />
    ) : (
      text
    );
  return (
    <div role="group" aria-labelledby={name} className="tp-card">
      <button type="button" id={name} className="tp-card-name" aria-pressed={chosen} onClick={onChoose}>
        {label}
      </button>
      <HelpButton name={label} text={intl.formatMessage({ id: `metric.${figure.text}.help` })} />
      <span className="tp-card-value" style={{ '--characters': text.length } as CSSProperties}>
        {byAd === null ? (
          <FigureButton text={value} onOpen={onOpen} />
        ) : (
          <Link className="tp-figure" to={'/analyze/ad-statistics' as '/'} search={byAd as object}>
            {value}
          </Link>
        )}
      </span>
      <Delta now={now} before={before} moreIsBetter={figure.moreIsBetter} />
      <Sparkline values={course} unfinished={unfinished} />
    </div>
  );
};
