import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { createActor, fromPromise, type ActorRefFrom } from 'xstate';
import { confirmMachine } from '../../machines/confirm.ts';
import { DialogBox } from '../components/dialog-box.tsx';
import type { ConfirmRequest } from '../console/confirm.ts';
import { watched } from '../console/actor-registry.ts';
import { FailureNote } from '../screens/failure-note.tsx';

export interface Confirmation {
  readonly request: ConfirmRequest;
  readonly actor: ActorRefFrom<typeof confirmMachine>;
}

/**
 * An actor that asks about one thing; it begins when it is started.
 *
 * @param onError hears of every attempt that failed
 */
export const createConfirmation = (
  request: ConfirmRequest,
  onError: (error: unknown) => void,
): Confirmation => {
  const act = fromPromise<unknown, object>(async () => {
    try {
      return await request.act();
    } catch (error) {
      onError(error);
      throw error;
    }
  });
  return {
    request,
    actor: createActor(confirmMachine.provide({ actors: { act } }), { ...watched, input: { subject: {} } }),
  };
};

/**
 * Asks before a step is taken; 340 px wide. The careful answer has the focus where the other cannot be taken
 * back.
 */
export const ConfirmDialog = ({ request, actor }: Confirmation) => {
  const id = useId();
  const busy = useSelector(actor, state => state.hasTag('busy'));
  const failure = useSelector(actor, state => (state.hasTag('busy') ? null : state.context.failure));
  const no = () => actor.send({ type: 'no' });
  return (
    <DialogBox labelledBy={id} className="modal confirm" alert light busy={busy} onLeave={no}>
      <h2 id={id}>
        <FormattedMessage id={`confirm.${request.kind}`} values={{ action: request.action }} />
      </h2>
      {request.subject !== undefined && <p className="confirm-subject">{request.subject}</p>}
      {failure && <FailureNote failure={failure} />}
      <div className="actions justify-content-end">
        <button
          type="button"
          className="p-button p-button-secondary"
          data-first={request.grave ?? undefined}
          disabled={busy}
          onClick={no}
        >
          <FormattedMessage id="confirm.no" />
        </button>
        <button
          type="button"
          className="p-button"
          data-first={request.grave === true ? undefined : true}
          aria-disabled={busy}
          onClick={() => actor.send({ type: 'yes' })}
        >
          {busy && <span className="spinner" aria-hidden="true" />}
          {/* The button says what it does: whoever reads nothing else is warned by it. */}
          {request.kind === 'do' ? (
            <FormattedMessage id="confirm.do.yes" values={{ action: request.action }} />
          ) : (
            <FormattedMessage id="confirm.yes" />
          )}
        </button>
      </div>
    </DialogBox>
  );
};
