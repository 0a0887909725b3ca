import { Fragment, useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { MODELS } from '../../analyses/analysis.ts';
import { price, ratio, time } from '../../components/formats.ts';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { present } from '../../resources/row.ts';
import { RecordLink } from '../log/record-link.tsx';
import {
  contactPage,
  contactBadges,
  type Credit,
  type CreditContact,
  type CreditWeight,
} from './credit-state.ts';

interface WeightCellsProps {
  readonly weights: readonly (CreditWeight | null)[] | null;
  readonly credit: Credit;
}

/** One cell per model. */
const WeightCells = ({ weights, credit }: WeightCellsProps) =>
  MODELS.map(model => (
    <Weight
      key={model}
      weight={present(weights).find(one => String(one.model) === model)}
      own={String(credit.rules?.model) === model}
      sales={hasSales(credit)}
    />
  ));

const hasSales = ({ conversion }: Credit): boolean => conversion?.cv_type === 1;
const ownClass = ({ rules }: Credit, model: string): string =>
  `tp-number${String(rules?.model) === model ? ' tp-own' : ''}`;

const Headings = ({ credit }: { readonly credit: Credit }) => (
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
        <th key={model} scope="col" className={ownClass(credit, model)}>
          <FormattedMessage id={`model.${model}`} />
          {String(credit.rules?.model) === model && (
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
);

interface PlainRowProps extends WeightCellsProps {
  /** Placeholder in the columns of number, time and cost. */
  readonly sign: string;
  readonly name: ReactNode;
}

/** Row of credit that belongs to no single contact. */
const PlainRow = ({ sign, name, ...cells }: PlainRowProps) => (
  <tr>
    <td className="tp-number">{sign}</td>
    <td>{sign}</td>
    <th scope="row">{name}</th>
    <WeightCells {...cells} />
    <td className="tp-number">{sign}</td>
  </tr>
);

interface ContactRowProps {
  readonly contact: CreditContact;
  readonly credit: Credit;
}

const ContactRow = ({ contact, credit }: ContactRowProps) => (
  <tr data-place={contact.place}>
    <td className="tp-number">{contact.place}</td>
    <td className="tp-time">
      <RecordLink needs="interaction_log" to={contactPage(contact)}>
        {time(contact.reference_time)}
      </RecordLink>
    </td>
    <th scope="row">
      {contact.hidden ? (
        <em>
          <FormattedMessage id="credit.other_ad" />
        </em>
      ) : (
        contact.ad_name
      )}
      <MarkList names={contactBadges(contact)} />
    </th>
    <WeightCells weights={contact.weights} credit={credit} />
    <td className="tp-number">
      {contact.click_cost === null || contact.click_cost === undefined ? '-' : price(contact.click_cost)}
    </td>
  </tr>
);

const TotalRow = ({ credit }: { readonly credit: Credit }) => {
  const intl = useIntl();
  return (
    <tr>
      <th scope="row" colSpan={3}>
        <FormattedMessage id="credit.weights.total" />
      </th>
      {MODELS.map(model => (
        <td key={model} className={ownClass(credit, model)}>
          {ratio(1)}
          {hasSales(credit) && (
            <small>
              {intl.formatMessage({ id: 'credit.weights.yen' }, { yen: credit.conversion?.amount ?? 0 })}
            </small>
          )}
        </td>
      ))}
      <td className="tp-number">{price(credit.costs?.click_cost ?? 0)}</td>
    </tr>
  );
};

/** Rows of the path's contacts; the middle of a very long path is one collective row. */
const PathRows = ({ credit }: { readonly credit: Credit }) => {
  const { folded } = credit;
  const path = present(credit.path);
  const gap = path.findIndex((one, index) => index > 0 && one.place !== (path[index - 1]?.place ?? 0) + 1);
  return path.map((contact, index) => (
    <Fragment key={contact.place}>
      {index === gap && folded !== null && (
        <PlainRow
          sign="…"
          name={<FormattedMessage id="credit.folded" values={{ count: folded.contacts }} />}
          weights={folded.weights}
          credit={credit}
        />
      )}
      <ContactRow contact={contact} credit={credit} />
    </Fragment>
  ));
};

/** Credit of every contact of the path under the five models, side by side. */
export const Weights = ({ credit }: { readonly credit: Credit }) => {
  const heading = useId();
  const hasPath = present(credit.path).length > 0;
  const counted = credit.conversion?.left_out_because === null;
  return (
    <section className="tp-panel" aria-labelledby={heading}>
      <h3 id={heading}>
        <FormattedMessage id="credit.weights" />
      </h3>
      {!hasPath && (
        <p>
          <FormattedMessage id="credit.no_contact" />
        </p>
      )}
      <ScrollBox className="tp-table-box" labelledBy={heading}>
        <table className="tp-table">
          <Headings credit={credit} />
          <tbody>
            {!hasPath && counted && (
              <PlainRow
                sign="-"
                name={<FormattedMessage id="analysis.no_contact" />}
                weights={credit.no_contact}
                credit={credit}
              />
            )}
            <PathRows credit={credit} />
          </tbody>
          {counted && (
            <tfoot>
              <TotalRow credit={credit} />
            </tfoot>
          )}
        </table>
      </ScrollBox>
      {!hasSales(credit) && counted && (
        <p className="tp-note">
          <FormattedMessage id="credit.weights.middle" />
        </p>
      )}
    </section>
  );
};

const MarkList = ({ names }: { readonly names: readonly string[] }) => (
  <span className="tp-badges">
    {names.map(mark => (
      <span key={mark} className={`tp-badge tp-badge-${mark}`}>
        <FormattedMessage id={`credit.mark.${mark}`} />
      </span>
    ))}
  </span>
);

/** Credit as a bar, percent and yen; the tooltip has the exact units. */
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
