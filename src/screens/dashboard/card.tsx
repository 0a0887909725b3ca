import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Figure } from '../../analyses/dashboard.ts';
import { metrics } from '../../analyses/metrics.ts';
import { Delta } from '../../components/delta.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import { useFormatter } from '../../components/use-formatter.ts';

const small = (chunks: ReactNode) => <small>{chunks}</small>;

interface Props {
  readonly figure: Figure;
  readonly now: number | null;
  readonly before: number | null;
  readonly course: readonly (number | null)[];
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

/** One figure: its value, how it compares, its course at a glance. Chosen, it is what the chart below shows. */
export const FigureCard = ({ figure, now, before, course, chosen, onChoose }: Props) => {
  const intl = useIntl();
  const format = useFormatter();
  const kind = metrics[figure.metric].format;
  const text = format(kind, now);
  return (
    <button type="button" className="tp-card" aria-pressed={chosen} onClick={onChoose} title={intl.formatMessage({ id: `metric.${figure.text}.help` })}>
      <span className="tp-card-name">{intl.formatMessage({ id: `metric.${figure.text}.name` })}</span>
      <span className="tp-card-value">{kind === 'yen' && text !== '-' ? <FormattedMessage id="unit.value_yen" values={{ value: text, unit: small }} /> : text}</span>
      <Delta now={now} before={before} moreIsBetter={figure.moreIsBetter} />
      <Sparkline values={course} />
    </button>
  );
};
