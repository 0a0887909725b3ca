import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ErasuresQuery } from '../../../graphql/generated/graphql.ts';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { Failed } from '../../components/states.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { present, type Present } from '../../resources/row.ts';
import type { QueryState } from '../use-query.ts';

type Erasure = Present<NonNullable<ErasuresQuery['page']>['erasures']>;

/** What became of a request. */
const stateOf = ({ erased_at, settled_at }: Pick<NonNullable<Erasure>, 'erased_at' | 'settled_at'>) => {
  if (erased_at === null) return 'waiting';
  return settled_at === null ? 'unsettled' : 'settled';
};

/** Requests to erase visitors, newest first; nothing where there are none. */
export const Erasures = ({ query }: { readonly query: QueryState<ErasuresQuery> }) => {
  const intl = useIntl();
  const show = useFormatter();
  const title = useId();
  if (query.failure !== null) return <Failed failure={query.failure} onAgain={query.reload} />;
  const erasures = present(query.answer?.page?.erasures ?? []);
  if (erasures.length === 0) return null;
  return (
    <section className="tp-panel tp-privacy" aria-labelledby={title}>
      <h2 id={title}>
        <FormattedMessage id="log.privacy.requests" />
      </h2>
      <ScrollBox className="tp-erasures-box" labelledBy={title}>
        <table className="tp-erasures">
          <thead>
            <tr>
              {(['requested_at', 'state', 'user', 'events', 'results'] as const).map(column => (
                <th key={column} scope="col">
                  <FormattedMessage id={`log.privacy.column.${column}`} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {erasures.map(row => (
              <tr key={row.id}>
                <td>{show('time', row.requested_at)}</td>
                <td>
                  <FormattedMessage
                    id={`log.privacy.state.${stateOf(row)}`}
                    values={{ at: show('time', row.settled_at ?? row.erased_at ?? '') }}
                  />
                </td>
                <td>{row.user_name}</td>
                <td>
                  {intl.formatMessage(
                    { id: 'log.privacy.events' },
                    {
                      contacts: row.contacts,
                      accesses: row.accesses,
                      conversions: row.conversions,
                    },
                  )}
                </td>
                <td>{intl.formatNumber(row.results)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  );
};
