import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import { createActor, fromPromise, type ActorRefFrom } from 'xstate';
import { confirmMachine } from '../../machines/confirm.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { DialogBox } from '../components/dialog-box.tsx';
import type { ConfirmRequest } from '../console/confirm.ts';
import { watched } from '../console/actor-registry.ts';
import { FailureNote } from '../screens/failure-note.tsx';

export interface Confirmation {
  readonly request: ConfirmRequest;
  readonly actor: ActorRefFrom<typeof confirmMachine>;
}

/**
 * Creates the actor of one confirmation, not yet started.
 * @param onError called on every failed attempt
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
 * Confirmation dialog, 340 px wide. If the action cannot be undone, the cancel button has the initial focus.
 */
export const ConfirmDialog = ({ request, actor }: Confirmation) => {
  const id = useId();
  const busy = useSelector(actor, state => state.hasTag('busy'));
  const failure = useSelector(actor, state => (state.hasTag('busy') ? null : state.context.failure));
  const no = () => actor.send({ type: 'cancel' });
  return (
    <DialogBox labelledBy={id} className="modal confirm" alert light busy={busy} onLeave={no}>
      <h2 id={id}>
        <FormattedMessage id={`confirm.${request.kind}`} values={{ action: request.action }} />
      </h2>
      {request.subject !== undefined && <p className="confirm-subject">{request.subject}</p>}
      {request.consequence !== undefined && <p>{request.consequence}</p>}
      {failure && <FailureNote failure={failure} />}
      <div className="actions justify-content-end">
        <button
          type="button"
          className="p-button p-button-secondary"
          data-first={request.destructive ?? undefined}
          disabled={busy}
          onClick={no}
        >
          <FormattedMessage id="confirm.no" />
        </button>
        <BusyButton
          busy={busy}
          isFirst={request.destructive !== true}
          onClick={() => actor.send({ type: 'confirm' })}
        >
          {/* The button names its action, as a warning to users who read only the buttons. */}
          {request.kind === 'do' ? (
            <FormattedMessage id="confirm.do.yes" values={{ action: request.action }} />
          ) : (
            <FormattedMessage id="confirm.yes" />
          )}
        </BusyButton>
      </div>
    </DialogBox>
  );
};
