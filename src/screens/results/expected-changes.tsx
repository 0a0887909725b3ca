import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { present, type Present } from '../../resources/row.ts';
import { RecordLink } from '../log/record-link.tsx';
import { Rule } from './ledger.tsx';
import { Status } from './status.tsx';
import type { Recomputation } from './use-recomputing.ts';

/** Counts of results that change, and of those that stay although the settings would give another outcome. */
const CHANGES = ['made', 'moved', 'rejudged'] as const;
const UNCHANGED_REASONS = ['decided', 'irreversible', 'ineligible'] as const;

/** Preview of a recomputation: counts, and the first changes individually. */
export const ExpectedChanges = ({
  preview,
  onApply,
}: {
  readonly preview: Recomputation;
  readonly onApply: () => void;
}) => {
  const intl = useIntl();
  const nothing = CHANGES.every(name => preview[name] === 0);
  const examples = present(preview.examples);
  return (
    <>
      <h2>
        <FormattedMessage id="recompute.changes" />
      </h2>
      <Numbers preview={preview} names={CHANGES} />
      <h2>
        <FormattedMessage id="recompute.stays" />
      </h2>
      <Numbers preview={preview} names={UNCHANGED_REASONS} />
      {nothing ? (
        <p className="tp-note" role="status">
          <FormattedMessage id="recompute.nothing" />
        </p>
      ) : (
        <p>
          <Button label={intl.formatMessage({ id: 'recompute.apply' })} tone="primary" onClick={onApply} />
        </p>
      )}
      {examples.length > 0 && <Examples examples={examples} total={preview.made + preview.moved} />}
    </>
  );
};

const Numbers = ({
  preview,
  names,
}: {
  readonly preview: Recomputation;
  readonly names: readonly (typeof CHANGES | typeof UNCHANGED_REASONS)[number][];
}) => {
  const intl = useIntl();
  return (
    <dl className="tp-expected-changes">
      {names.map(name => (
        <div key={name} data-number={name} data-none={preview[name] === 0}>
          <dt>
            <FormattedMessage id={`recompute.${name}`} />
          </dt>
          <dd>
            <strong>{intl.formatNumber(preview[name])}</strong>
            <small>
              <FormattedMessage id={`recompute.${name}.hint`} />
            </small>
          </dd>
        </div>
      ))}
    </dl>
  );
};

type Example = Present<Recomputation['examples']>;

const Examples = ({ examples, total }: { readonly examples: readonly Example[]; readonly total: number }) => {
  const heading = useId();
  return (
    <section className="tp-detail" aria-labelledby={heading}>
      <h2 id={heading}>
        <FormattedMessage id="recompute.examples" />
      </h2>
      <ScrollBox className="tp-recompute-box" labelledBy={heading}>
        <table>
          <thead>
            <tr>
              {[
                'column.result_id',
                'column.asp_name',
                'column.cv_ad_name',
                'recompute.change',
                'recompute.because',
              ].map(id => (
                <th key={id} scope="col">
                  <FormattedMessage id={id} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {examples.map(example => (
              <Row key={`${example.conversion_id} ${example.asp_id}`} example={example} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {total > examples.length && (
        <p className="tp-note">
          <FormattedMessage id="recompute.more" values={{ count: total - examples.length }} />
        </p>
      )}
    </section>
  );
};

const Row = ({
  example: {
    conversion_id: conversion,
    result_id: result,
    asp_name: network,
    cv_ad_name: ad,
    from_status: from,
    to_status: to,
    rule,
  },
}: {
  readonly example: Example;
}) => {
  const isNew = result === null || result === undefined;
  return (
    <tr>
      <th scope="row">
        {isNew ? (
          <RecordLink needs="cv_log" to={{ path: `/log/cv/${conversion}` }}>
            <FormattedMessage id="recompute.new" values={{ id: conversion }} />
          </RecordLink>
        ) : (
          <RecordLink
            needs="result_notification_log"
            to={{ path: '/log/result', search: { result_id: String(result), open: String(result) } }}
          >
            {result}
          </RecordLink>
        )}
      </th>
      <td>{network}</td>
      <td>{ad === '' ? '-' : ad}</td>
      <td className="tp-recompute-change">
        {from !== null && from !== undefined && (
          <>
            <Status field="approval_status" code={from} />
            {' → '}
          </>
        )}
        <Status field="approval_status" code={to} />
      </td>
      <td>
        <Rule rule={rule} />
      </td>
    </tr>
  );
};
