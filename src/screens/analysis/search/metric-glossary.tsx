import { exampleOf } from './metric-explanation.ts';
import { useSay } from '../report/use-report.ts';

/**
 * Every metric of a screen with its meaning, formula and a worked example, for reading in one go; each has an
 * address of its own.
 */
export const Glossary = ({ metrics }: { readonly metrics: readonly string[] }) => {
  const say = useSay();
  return (
    <details className="tp-glossary">
      <summary>{say('analysis.glossary')}</summary>
      <dl>
        {metrics.map(metric => (
          <div key={metric} id={`metric-${metric}`}>
            <dt>{say(`metric.${metric}.name`)}</dt>
            <dd>{say(`metric.${metric}.help`)}</dd>
            <dd className="tp-example">{exampleOf(metric, say)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
};
