import { exampleOf } from './metric-explanation.ts';
import { useTranslate } from '../report/use-report.ts';

/**
 * Every metric of a screen with its meaning, formula and a worked example, for reading in one go; each has an
 * address of its own.
 */
export const Glossary = ({ metrics }: { readonly metrics: readonly string[] }) => {
  const translate = useTranslate();
  return (
    <details className="tp-glossary">
      <summary>{translate('analysis.glossary')}</summary>
      <dl>
        {metrics.map(metric => (
          <div key={metric} id={`metric-${metric}`}>
            <dt>{translate(`metric.${metric}.name`)}</dt>
            <dd>{translate(`metric.${metric}.help`)}</dd>
            <dd className="tp-example">{exampleOf(metric, translate)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
};
