import { memo } from 'react';
import { exampleOf } from './metric-explanation.ts';
import { useTranslate } from '../report/use-report.ts';

/**
 * Opens the glossary at the metric that the address names. The glossary comes with the answer, after the
 * browser has looked for the name.
 */
const showNamed = (box: HTMLDetailsElement | null): void => {
  const name = decodeURIComponent(window.location.hash.slice(1));
  const named = name === '' ? null : box?.querySelector(`#${CSS.escape(name)}`);
  if (!box || !named) return;
  box.open = true;
  named.scrollIntoView();
};

/** The metrics of an analysis with meaning, formula and a worked example; each has an address of its own. */
export const Glossary = memo(
  ({ analysis }: { readonly analysis: { readonly columns: readonly { readonly metric: string }[] } }) => {
    const translate = useTranslate();
    return (
      <details ref={showNamed} className="tp-glossary">
        <summary>{translate('analysis.glossary')}</summary>
        <dl>
          {analysis.columns.map(({ metric }) => (
            <div key={metric} id={`metric-${metric}`}>
              <dt>{translate(`metric.${metric}.name`)}</dt>
              <dd>{translate(`metric.${metric}.help`)}</dd>
              <dd className="tp-example">{exampleOf(metric, translate)}</dd>
            </div>
          ))}
        </dl>
      </details>
    );
  },
);
