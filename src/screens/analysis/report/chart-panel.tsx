import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { useStoredValue } from '../../use-stored-value.ts';

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

interface Props {
  /** Panels of one kind are folded together, on all screens. */
  readonly kind: 'items' | 'time' | 'comparison';
  /** Whether the chart is shown until the user folds or unfolds one of this kind. */
  readonly isOpenAtFirst: boolean;
  /** What the chart shows, beside the heading while it is folded. */
  readonly title: string | undefined;
  readonly busy: boolean;
  /** Loaded and drawn only while the panel is open. */
  readonly children: ReactNode;
}

/** A panel that folds a chart to one line, so that the rows below are in sight. The choice is remembered. */
export const ChartPanel = ({ kind, isOpenAtFirst, title, busy, children }: Props) => {
  const [stored, store] = useStoredValue(`chart_${kind}`, isBoolean);
  const isOpen = stored ?? isOpenAtFirst;
  return (
    <details
      className={`tp-panel tp-chart-panel${busy ? ' tp-dim' : ''}`}
      open={isOpen}
      onToggle={event => {
        if (event.currentTarget.open !== isOpen) store(event.currentTarget.open);
      }}
    >
      <summary>
        <strong>
          <FormattedMessage id="analysis.chart" />
        </strong>
        {!isOpen && title !== undefined && <span>{title}</span>}
      </summary>
      {isOpen && children}
    </details>
  );
};
