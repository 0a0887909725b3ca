import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Figure } from '../../analyses/dashboard.ts';
import { metrics } from '../../analyses/metrics.ts';
import { Delta } from '../../components/delta.tsx';
import { FigureButton } from '../../components/figure-button.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { useFormatter } from '../../components/use-formatter.ts';

const small = (chunks: ReactNode) => <small>{chunks}</small>;

interface Props {
  readonly figure: Figure;
  readonly now: number | null;
  readonly before: number | null;
  readonly course: readonly (number | null)[];
  /** The course leads to a day that still goes on. */
  readonly unfinished: boolean;
  readonly chosen: boolean;
  readonly onChoose: () => void;
  /** Opens the conversions behind the figure; null: there are none, or one may not see them. */
  readonly onOpen: (() => void) | null;
  /**
   * The search of the report of ads, which takes apart what is no sum of conversions; null: the figure is
   * one.
   */
  readonly byAd: Readonly<Record<string, string>> | null;
}

/**
 * One figure: its value, which leads to what it is made of, how it compares, its course at a glance. The card
 * around it chooses it for the chart below.
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
      <button
        type="button"
        id={name}
        className="tp-card-name"
        aria-pressed={chosen}
        onClick={onChoose}
        title={intl.formatMessage({ id: `metric.${figure.text}.help` })}
      >
        {intl.formatMessage({ id: `metric.${figure.text}.name` })}
      </button>
      <span className="tp-card-value">
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
