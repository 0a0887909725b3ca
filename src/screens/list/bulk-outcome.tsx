import { FormattedMessage, useIntl } from 'react-intl';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { useFailureText } from '../failure-text.ts';
import type { Bulk } from './use-bulk.ts';

/**
 * How far the change is; and where it did not reach every row, which stayed as they were and why.
 *
 * @param names of the rows, by their numbers
 */
export const BulkOutcome = ({
  bulk: { state, send },
  names,
}: {
  readonly bulk: Bulk;
  readonly names: ReadonlyMap<number, string>;
}) => {
  const intl = useIntl();
  const failureText = useFailureText();
  const { left, done, unchanged } = state.context;
  const total = left.length + done.length + unchanged.length;
  if (state.matches('sending')) {
    const answered = done.length + unchanged.length;
    return (
      <>
        <div className="tp-dialog-body tp-bulk">
          <progress
            aria-label={intl.formatMessage({ id: 'bulk.progress' }, { done: answered, total })}
            value={answered}
            max={total}
          />
          <span role="status">
            <FormattedMessage
              id={state.matches({ sending: 'stopping' }) ? 'bulk.stopping' : 'bulk.progress'}
              values={{ done: answered, total }}
            />
          </span>
        </div>
        <div className="tp-dialog-foot">
          <button
            type="button"
            className="p-button p-button-secondary"
            data-first
            disabled={state.matches({ sending: 'stopping' })}
            onClick={() => send({ type: 'stop' })}
          >
            <FormattedMessage id="bulk.stop" />
          </button>
        </div>
      </>
    );
  }
  return (
    <>
      <div className="tp-dialog-body tp-bulk">
        <p role="alert">
          <FormattedMessage id="bulk.partly" values={{ done: done.length, total }} />
        </p>
        <ScrollBox className="tp-bulk-scroll" label={intl.formatMessage({ id: 'bulk.reason' })}>
          <table className="tp-bulk-table">
            <tbody>
              {unchanged.map(({ id, failure }) => (
                <tr key={id}>
                  <th scope="row">{names.get(id)}</th>
                  <td>{failureText(failure)}</td>
                </tr>
              ))}
              {left.map(id => (
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
        <p className="tp-note">
          <FormattedMessage id="bulk.again_hint" />
        </p>
      </div>
      <div className="tp-dialog-foot">
        <button type="button" className="p-button p-button-outlined" onClick={() => send({ type: 'close' })}>
          <FormattedMessage id="shell.close" />
        </button>
        <button type="button" className="p-button" data-first onClick={() => send({ type: 'again' })}>
          <FormattedMessage id="state.again" />
        </button>
      </div>
    </>
  );
};
