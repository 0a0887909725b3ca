import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { price } from '../../components/formats.ts';
import { present } from '../../resources/row.ts';
import type { Credit } from './credit-state.ts';

/** Costs of the path: clicks, results, and the day's share of fixed fees. */
export const Costs = ({ costs }: { readonly costs: NonNullable<Credit['costs']> }) => {
  const intl = useIntl();
  const heading = useId();
  const yen = (value: number): string =>
    value === 0 ? '-' : intl.formatMessage({ id: 'unit.amount_yen' }, { yen: price(value) });
  const lines = [
    ['click', costs.click_cost],
    ['cv', costs.cv_cost],
    ['pending', costs.cv_cost_pending],
    ['fee', costs.fee],
    ['total', costs.total],
  ] as const;
  return (
    <section className="tp-panel" aria-labelledby={heading}>
      <h3 id={heading}>
        <FormattedMessage id="credit.costs" />
      </h3>
      <dl className="tp-facts">
        {lines.map(([name, value]) => (
          <div key={name} data-cost={name} className={name === 'total' ? 'tp-sum' : undefined}>
            <dt>
              <FormattedMessage id={`credit.costs.${name}`} />
            </dt>
            <dd>{yen(value)}</dd>
          </div>
        ))}
      </dl>
      {present(costs.fees).length > 0 && (
        <p className="tp-note">
          {present(costs.fees)
            .map(({ ad_name, fee }) => `${ad_name} ${yen(fee)}`)
            .join(' ／ ')}
        </p>
      )}
    </section>
  );
};
