import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { time } from '../../components/formats.ts';
import { present } from '../../resources/row.ts';
import { momentsOf, type Credit } from './credit-state.ts';

/** Legend of the dots that occur. */
const Legend = ({ credit }: { readonly credit: Credit }) => {
  const path = present(credit.path);
  return (
    <ul className="tp-line-legend">
      <li className="tp-line-legend-contact">
        <FormattedMessage id="credit.legend.contact" />
      </li>
      {path.some(({ hidden }) => hidden) && (
        <li className="tp-line-legend-other">
          <FormattedMessage id="credit.legend.other" />
        </li>
      )}
      {path.some(({ performance }) => performance) && (
        <li className="tp-line-legend-performance">
          <FormattedMessage id="credit.mark.performance" />
        </li>
      )}
      {present(credit.left_out).length > 0 && (
        <li className="tp-line-legend-left_out">
          <FormattedMessage id="credit.legend.left_out" />
        </li>
      )}
      <li className="tp-line-legend-cv">
        <FormattedMessage id="credit.timeline.cv" />
      </li>
    </ul>
  );
};

/**
 * The path on a time line: contacts as dots, larger the more credit they get under the product's model, and
 * the conversion. The table of credit below has the same data.
 */
export const Timeline = ({ credit }: { readonly credit: Credit }) => {
  const intl = useIntl();
  const heading = useId();
  const { moments, cv, windowFrom } = momentsOf(credit);
  const path = present(credit.path);
  const left = present(credit.left_out);
  const first = [...path, ...left].map(one => one.reference_time).toSorted()[0];
  return (
    <section className="tp-panel" aria-labelledby={heading}>
      <h3 id={heading}>
        <FormattedMessage id="credit.timeline" />
      </h3>
      <div
        className="tp-line"
        role="img"
        aria-label={intl.formatMessage(
          { id: 'credit.timeline.of' },
          { contacts: credit.contacts, left: left.length },
        )}
      >
        <span className="tp-line-axis" />
        {windowFrom !== null && (
          <span className="tp-line-window" style={{ left: `${windowFrom}%` }}>
            <span>
              <FormattedMessage id="credit.timeline.window" />
            </span>
          </span>
        )}
        {moments.map(({ key, kind, at, weight, performance }) => (
          <span
            key={key}
            className={`tp-line-dot tp-line-${kind}${performance ? ' tp-line-performance' : ''}`}
            style={{
              left: `${at}%`,
              ...(kind !== 'left_out' && {
                width: `${12 + 20 * Math.sqrt(weight)}px`,
                height: `${12 + 20 * Math.sqrt(weight)}px`,
              }),
            }}
          />
        ))}
        <span className="tp-line-cv" style={{ left: `${cv}%` }}>
          <span>
            <FormattedMessage id="credit.timeline.cv" />
          </span>
        </span>
      </div>
      <div className="tp-line-ends" aria-hidden="true">
        <span>{first === undefined ? '' : time(first)}</span>
        <span>{time(credit.conversion?.cv_time ?? '')}</span>
      </div>
      <Legend credit={credit} />
    </section>
  );
};
