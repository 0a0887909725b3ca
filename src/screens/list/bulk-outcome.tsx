import { FormattedMessage, useIntl } from 'react-intl';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { useFailureText } from '../failure-text.ts';
import type { Bulk } from './use-bulk.ts';

/** Progress of the change, and a button that stops before the next row. */
const BulkProgress = ({ bulk: { state, send } }: { readonly bulk: Bulk }) => {
  const intl = useIntl();
  const { remaining, done, unchanged } = state.context;
  const answered = done.length + unchanged.length;
  const values = { done: answered, total: remaining.length + answered };
  const isStopping = state.matches({ sending: 'stopping' });
  return (
    <>
      <div className="tp-dialog-body tp-bulk">
        <progress
          aria-label={intl.formatMessage({ id: 'bulk.progress' }, values)}
          value={answered}
          max={values.total}
        />
        <span role="status">
          <FormattedMessage id={isStopping ? 'bulk.stopping' : 'bulk.progress'} values={values} />
        </span>
      </div>
      <div className="tp-dialog-foot">
        <button
          type="button"
          className="p-button p-button-secondary"
          data-first
          disabled={isStopping}
          onClick={() => send({ type: 'stop' })}
        >
          <FormattedMessage id="bulk.stop" />
        </button>
      </div>
    </>
  );
};

interface Props {
  readonly bulk: Bulk;
  /** Labels of the rows by id. */
  readonly names: ReadonlyMap<number, string>;
}

/** Rows that were not changed, with the reason. */
const UnchangedRows = ({ bulk: { state }, names }: Props) => {
  const intl = useIntl();
  const failureText = useFailureText();
  const { remaining, unchanged } = state.context;
  return (
    <ScrollBox className="tp-bulk-scroll" label={intl.formatMessage({ id: 'bulk.reason' })}>
      <table className="tp-bulk-table">
        <tbody>
          {unchanged.map(({ id, failure }) => (
            <tr key={id}>
              <th scope="row">{names.get(id)}</th>
              <td>{failureText(failure)}</td>
            </tr>
          ))}
          {remaining.map(id => (
            <tr key={id}>
              <th scope="row">{names.get(id)}</th>
              <td>
                <FormattedMessage id="bulk.unsent" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
};

/**
 * Progress of the change; afterwards, if some rows were not changed, the number of changed rows and the
 * reasons.
 */
export const BulkOutcome = ({ bulk, names }: Props) => {
  const { state, send } = bulk;
  if (state.matches('sending')) return <BulkProgress bulk={bulk} />;
  const { remaining, done, unchanged } = state.context;
  const total = remaining.length + done.length + unchanged.length;
  return (
    <>
      <div className="tp-dialog-body tp-bulk">
        <p role="alert">
          <FormattedMessage id="bulk.partial" values={{ done: done.length, total }} />
        </p>
        <UnchangedRows bulk={bulk} names={names} />
        <p className="tp-note">
          <FormattedMessage id="bulk.again_hint" />
        </p>
      </div>
      <div className="tp-dialog-foot">
        <button type="button" className="p-button p-button-outlined" onClick={() => send({ type: 'close' })}>
          <FormattedMessage id="shell.close" />
        </button>
        <button type="button" className="p-button" data-first onClick={() => send({ type: 'retry' })}>
          <FormattedMessage id="state.retry" />
        </button>
      </div>
    </>
  );
};
