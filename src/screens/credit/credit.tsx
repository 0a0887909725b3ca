import { Link, useSearch } from '@tanstack/react-router';
import { FormattedMessage } from 'react-intl';
import { CreditDocument } from '../../../graphql/generated/graphql.ts';
import { readTriedValues } from '../../analyses/tried-rules.ts';
import { time } from '../../components/formats.ts';
import { Empty, Failed, RowsPlaceholder } from '../../components/states.tsx';
import { useProduct } from '../../console/product.ts';
import { present } from '../../resources/row.ts';
import '../screens.css';
import { useQueryState } from '../use-query.ts';
import './credit.css';
import { Costs } from './costs.tsx';
import type { Credit as Answer } from './credit-state.ts';
import { LeftOut } from './left-out.tsx';
import { Results } from './results.tsx';
import { Timeline } from './timeline.tsx';
import { Weights } from './weights.tsx';

/** Explanation of a conversion's credit: path, credit by model, contacts left out, costs and results. */
export const Credit = ({ id }: { readonly id: string }) => {
  const product = useProduct();
  const tried = readTriedValues(useSearch({ strict: false }));
  const { answer, failure, busy, reload } = useQueryState(CreditDocument, {
    product_id: product.id,
    conversion_id: id,
    ...tried,
  });
  const credit = answer?.one ?? null;
  if (failure?.kind === 'missing')
    return (
      <section className="tp-panel">
        <Empty title="credit.missing" hint="credit.missing_hint" />
      </section>
    );
  if (failure !== null)
    return (
      <section className="tp-panel">
        <Failed failure={failure} onAgain={reload} />
      </section>
    );
  return credit === null ? (
    <section className="tp-panel" aria-busy={busy}>
      <RowsPlaceholder rows={6} />
    </section>
  ) : (
    <CreditDetails credit={credit} />
  );
};

/** Says by which rules a what-if explains the conversion, with a link to the product's. */
const TriedRulesNote = ({ rules }: { readonly rules: NonNullable<Answer['rules']> }) => (
  <p className="tp-panel" role="note">
    <FormattedMessage
      id="credit.what_if"
      values={{ days: rules.tracking_term, seconds: rules.repeat, percent: rules.decay }}
    />{' '}
    <Link to="." search={{ product_id: String(rules.product_id) } as never}>
      <FormattedMessage id="credit.what_if.own" />
    </Link>
  </p>
);

const CreditDetails = ({ credit }: { readonly credit: Answer }) => {
  const because = credit.conversion?.left_out_because ?? null;
  return (
    <div className="tp-credit">
      <header className="tp-screen-head">
        <h2>
          <FormattedMessage id="credit.title" />
        </h2>
        <p>
          <FormattedMessage id="credit.lead" />
        </p>
      </header>
      {credit.rules !== null && present(credit.rules.overridden).length > 0 && (
        <TriedRulesNote rules={credit.rules} />
      )}
      {because !== null && (
        <p className="tp-strip" role="note">
          <FormattedMessage id={`credit.left_out_because.${because}`} />
        </p>
      )}
      <Timeline credit={credit} />
      <Weights credit={credit} />
      <LeftOut credit={credit} />
      <Results credit={credit} />
      {credit.costs !== null && <Costs costs={credit.costs} />}
      {credit.rules !== null && (
        <p className="tp-note">
          <FormattedMessage
            id="credit.rules"
            values={{
              days: credit.rules.tracking_term,
              from: time(credit.rules.window_from),
              model: <FormattedMessage id={`model.${credit.rules.model}`} />,
            }}
          />
        </p>
      )}
    </div>
  );
};
