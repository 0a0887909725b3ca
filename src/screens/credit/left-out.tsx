import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { time } from '../../components/formats.ts';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { present, type Present } from '../../resources/row.ts';
import { RecordLink } from '../log/record-link.tsx';
import { contactPage, type Credit } from './credit-state.ts';

interface TableProps {
  readonly contacts: readonly Present<Credit['left_out']>[];
  /** Tracking term in days. */
  readonly days: number;
  /** Seconds within which a contact is a repeated one. */
  readonly seconds: number;
  readonly labelledBy: string;
}

const LeftOutTable = ({ contacts, days, seconds, labelledBy }: TableProps) => (
  <ScrollBox className="tp-table-box tp-table-low" labelledBy={labelledBy}>
    <table className="tp-table">
      <thead>
        <tr>
          <th scope="col">
            <FormattedMessage id="credit.weights.time" />
          </th>
          <th scope="col">
            <FormattedMessage id="credit.weights.ad" />
          </th>
          <th scope="col">
            <FormattedMessage id="credit.left_out.reason" />
          </th>
        </tr>
      </thead>
      <tbody>
        {contacts.map((contact, index) => (
          <tr key={contact.interaction_id ?? index} data-reason={contact.reason}>
            <td className="tp-time">
              <RecordLink needs="interaction_log" to={contactPage(contact)}>
                {time(contact.reference_time)}
              </RecordLink>
            </td>
            <th scope="row">{contact.ad_name}</th>
            <td>
              <FormattedMessage id={`credit.reason.${contact.reason}`} values={{ days, seconds }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
);

/** The visitor's contacts that get no credit, each with the rule that excludes it. */
export const LeftOut = ({ credit }: { readonly credit: Credit }) => {
  const heading = useId();
  const left = present(credit.left_out);
  const counts = credit.left_out_counts;
  const total =
    counts === null
      ? left.length
      : counts.bot + counts.repeated + counts.excluded_ip + counts.after + counts.too_old;
  const elsewhere = counts?.other_product ?? 0;
  return (
    <section className="tp-panel" aria-labelledby={heading}>
      <h3 id={heading}>
        <FormattedMessage id="credit.left_out" />
      </h3>
      {left.length === 0 ? (
        <p className="tp-note">
          <FormattedMessage id="credit.left_out.none" />
        </p>
      ) : (
        <LeftOutTable
          contacts={left}
          days={credit.rules?.tracking_term ?? 0}
          seconds={credit.rules?.repeat ?? 1}
          labelledBy={heading}
        />
      )}
      {total > left.length && (
        <p className="tp-note">
          <FormattedMessage id="credit.left_out.more" values={{ shown: left.length, total }} />
        </p>
      )}
      {elsewhere > 0 && (
        <p className="tp-note">
          <FormattedMessage id="credit.left_out.other_product" values={{ count: elsewhere }} />
        </p>
      )}
    </section>
  );
};
