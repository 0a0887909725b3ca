import { useSelector } from '@xstate/react';
import { useCallback, useId, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { createActor, fromPromise, type ActorRefFrom } from 'xstate';
import { confirmMachine } from '../../machines/confirm.ts';
import { DialogBox } from '../components/dialog-box.tsx';
import { ConfirmContext, type Asked, type Confirm } from '../console/confirm.ts';
import { useInside } from '../console/inside.ts';
import { watched } from '../console/lives.ts';
import { useFailureText } from '../console/texts.ts';

interface Open {
  readonly asked: Asked;
  readonly actor: ActorRefFrom<typeof confirmMachine>;
}

/** Gives the screens below the one dialog that asks before something is done. */
export const Confirming = ({ children }: { readonly children: ReactNode }) => {
  const { trouble } = useInside();
  /** The question on the screen. */
  const [open, setOpen] = useState<Open | null>(null);
  const taken = useRef(false);
  const confirm = useCallback<Confirm>(asked => {
    if (taken.current) return Promise.resolve(false);
    taken.current = true;
    const act = fromPromise<unknown, object>(async () => {
      try {
        return await asked.act();
      } catch (error) {
        trouble.send({ type: 'trouble', cause: error, scene: 'action' });
        throw error;
      }
    });
    const actor = createActor(confirmMachine.provide({ actors: { act } }), { ...watched, input: { subject: {} } });
    setOpen({ asked, actor });
    return new Promise((resolve, reject) => {
      actor.subscribe({
        complete: () => {
          taken.current = false;
          setOpen(null);
          const { happened, failure } = actor.getSnapshot().context;
          if (failure !== null && !happened) reject(failure);
          else resolve(happened);
        },
      });
      actor.start();
    });
  }, [trouble]);
  return (
    <ConfirmContext value={confirm}>
      {children}
      {open && <ConfirmDialog {...open} />}
    </ConfirmContext>
  );
};

/** Specification, section 8; 340 px wide (section 9). The careful answer has the focus where the other cannot be taken back. */
const ConfirmDialog = ({ asked, actor }: Open) => {
  const id = useId();
  const failureText = useFailureText();
  const busy = useSelector(actor, state => state.hasTag('busy'));
  const failure = useSelector(actor, state => (state.hasTag('busy') ? null : state.context.failure));
  const no = () => actor.send({ type: 'no' });
  return (
    <DialogBox labelledBy={id} className="modal confirm" alert light busy={busy} onLeave={no}>
      <h2 id={id}><FormattedMessage id={`confirm.${asked.kind}`} values={{ action: asked.action }} /></h2>
      {asked.subject !== undefined && <p className="confirm-subject">{asked.subject}</p>}
      {failure && <p className="form-failure" role="alert">{failureText(failure)}</p>}
      <div className="actions justify-content-end">
        <button type="button" className="p-button p-button-secondary" data-first={asked.grave ?? undefined} disabled={busy} onClick={no}><FormattedMessage id="confirm.no" /></button>
        <button type="button" className="p-button" data-first={asked.grave === true ? undefined : true} aria-disabled={busy} onClick={() => actor.send({ type: 'yes' })}>
          {busy && <span className="spinner" aria-hidden="true" />}
          {/* The button says what it does: whoever reads nothing else is warned by it. */}
          {asked.kind === 'do' ? <FormattedMessage id="confirm.do.yes" values={{ action: asked.action }} /> : <FormattedMessage id="confirm.yes" />}
        </button>
      </div>
    </DialogBox>
  );
};
