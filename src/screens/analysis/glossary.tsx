import { useIntl } from 'react-intl';

/** Every metric of a screen with its meaning and formula, for reading in one go; each has an address of its own. */
export const Glossary = ({ metrics }: { readonly metrics: readonly string[] }) => {
  const intl = useIntl();
  return (
    <details className="tp-glossary">
      <summary>{intl.formatMessage({ id: 'analysis.glossary' })}</summary>
      <dl>
        {metrics.map(metric => (
          <div key={metric} id={`metric-${metric}`}>
            <dt>{intl.formatMessage({ id: `metric.${metric}.name` })}</dt>
            <dd>{intl.formatMessage({ id: `metric.${metric}.help` })}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
};
