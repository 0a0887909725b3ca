import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { MODELS } from '../../analyses/analysis.ts';
import { price, ratio, time } from '../../components/formats.ts';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { present } from '../../resources/row.ts';
import { Way } from '../log/way.tsx';
import { contactPage, marksOf, type Credit, type CreditWeight } from './credit-state.ts';

/** Every contact of the path with its weight under the five models, side by side. */
export const Weights = ({ credit }: { readonly credit: Credit }) => {
  const intl = useIntl();
  const heading = useId();
  const path = present(credit.path);
  const counted = credit.conversion?.left_out_because === null;
  const own = credit.rules?.model;
  const sales = credit.conversion?.cv_type === 1;
  const cells = (weights: readonly (CreditWeight | null)[] | null) =>
    MODELS.map(model => {
      const weight = present(weights).find(one => String(one.model) === model);
      return <Weight key={model} weight={weight} own={String(own) === model} sales={sales} />;
    });
  // The middle of a very long path stands between its two ends.
  const gap =
    credit.folded === null
      ? -1
      : path.findIndex((one, index) => index > 0 && one.place !== (path[index - 1]?.place ?? 0) + 1);
  return (
    <section className="tp-panel" aria-labelledby={heading}>
      <h3 id={heading}>
        <FormattedMessage id="credit.weights" />
      </h3>
      {path.length === 0 && (
        <p>
          <FormattedMessage id="credit.no_contact" />
        </p>
      )}
      <ScrollBox className="tp-table-box" labelledBy={heading}>
        <table className="tp-table">
          <thead>
            <tr>
              <th scope="col" className="tp-number">
                <FormattedMessage id="credit.weights.number" />
              </th>
              <th scope="col">
                <FormattedMessage id="credit.weights.time" />
              </th>
              <th scope="col">
                <FormattedMessage id="credit.weights.ad" />
              </th>
              {MODELS.map(model => (
                <th key={model} scope="col" className={`tp-number${String(own) === model ? ' tp-own' : ''}`}>
                  <FormattedMessage id={`model.${model}`} />
                  {String(own) === model && (
                    <small>
                      <FormattedMessage id="credit.weights.own" />
                    </small>
                  )}
                </th>
              ))}
              <th scope="col" className="tp-number">
                <FormattedMessage id="credit.weights.click_cost" />
              </th>
            </tr>
          </thead>
          <tbody>
            {path.length === 0 && counted && (
              <tr>
                <td className="tp-number">-</td>
                <td>-</td>
                <th scope="row">
                  <FormattedMessage id="analysis.no_contact" />
                </th>
                {cells(credit.no_contact)}
                <td className="tp-number">-</td>
              </tr>
            )}
            {path.flatMap((contact, index) => [
              ...(index === gap && credit.folded !== null
                ? [
                    <tr key="folded">
                      <td className="tp-number">…</td>
                      <td>…</td>
                      <th scope="row">
                        <FormattedMessage id="credit.folded" values={{ count: credit.folded.contacts }} />
                      </th>
                      {cells(credit.folded.weights)}
                      <td className="tp-number">…</td>
                    </tr>,
                  ]
                : []),
              <tr key={contact.place} data-place={contact.place}>
                <td className="tp-number">{contact.place}</td>
                <td className="tp-time">
                  <Way needs="interaction_log" to={contactPage(contact)}>
                    {time(contact.reference_time)}
                  </Way>
                </td>
                <th scope="row">
                  {contact.hidden ? (
                    <em>
                      <FormattedMessage id="credit.other_ad" />
                    </em>
                  ) : (
                    contact.ad_name
                  )}
                  <MarkList names={marksOf(contact)} />
                </th>
                {cells(contact.weights)}
                <td className="tp-number">
                  {contact.click_cost === null || contact.click_cost === undefined
                    ? '-'
                    : price(contact.click_cost)}
                </td>
              </tr>,
            ])}
          </tbody>
          {counted && (
            <tfoot>
              <tr>
                <th scope="row" colSpan={3}>
                  <FormattedMessage id="credit.weights.total" />
                </th>
                {MODELS.map(model => (
                  <td key={model} className={`tp-number${String(own) === model ? ' tp-own' : ''}`}>
                    {ratio(1)}
                    {sales && (
                      <small>
                        {intl.formatMessage(
                          { id: 'credit.weights.yen' },
                          { yen: credit.conversion?.amount ?? 0 },
                        )}
                      </small>
                    )}
                  </td>
                ))}
                <td className="tp-number">{price(credit.costs?.click_cost ?? 0)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      </ScrollBox>
      {!sales && counted && (
        <p className="tp-note">
          <FormattedMessage id="credit.weights.middle" />
        </p>
      )}
    </section>
  );
};

const MarkList = ({ names }: { readonly names: readonly string[] }) => (
  <span className="tp-marks">
    {names.map(mark => (
      <span key={mark} className={`tp-mark tp-mark-${mark}`}>
        <FormattedMessage id={`credit.mark.${mark}`} />
      </span>
    ))}
  </span>
);

/** A weight as a bar, percent and yen; the exact units on hover. */
const Weight = ({
  weight,
  own,
  sales,
}: {
  readonly weight: CreditWeight | undefined;
  readonly own: boolean;
  readonly sales: boolean;
}) => {
  const intl = useIntl();
  return (
    <td
      className={`tp-number tp-weight${own ? ' tp-own' : ''}`}
      {...(weight !== undefined && {
        title: intl.formatMessage({ id: 'credit.weights.units' }, { units: weight.units }),
        'data-units': weight.units,
      })}
    >
      {weight === undefined ? (
        '-'
      ) : (
        <>
          <span className="tp-gauge" aria-hidden="true">
            <span style={{ width: `${weight.share * 100}%` }} />
          </span>
          {ratio(weight.share)}
          {sales && weight.yen !== 0 && (
            <small>{intl.formatMessage({ id: 'credit.weights.yen' }, { yen: weight.yen })}</small>
          )}
        </>
      )}
    </td>
  );
};
