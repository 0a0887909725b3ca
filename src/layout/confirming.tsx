import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { ConfirmContext, type ConfirmRequest, type Confirm } from '../console/confirm.ts';
import { useSignedInActors } from '../console/signed-in.ts';
import type { Confirmation, ConfirmDialog } from './confirm-dialog.tsx';

const loadDialog = () => import('./confirm-dialog.tsx');

interface Open extends Confirmation {
  readonly Dialog: typeof ConfirmDialog;
}

/** Resolves to whether the action ran, once the actor has stopped; rejects with the failure of an attempt. */
const settled = ({ actor }: Confirmation): Promise<boolean> =>
  new Promise((resolve, reject) => {
    actor.subscribe({
      complete: () => {
        const { completed, failure } = actor.getSnapshot().context;
        if (failure !== null && !completed) reject(failure);
        else resolve(completed);
      },
    });
  });

/**
 * Provides the confirmation dialog to the screens. Its code is loaded after the first screen, since no screen
 * opens with it.
 */
export const Confirming = ({ children }: { readonly children: ReactNode }) => {
  const { uncaughtErrors } = useSignedInActors();
  /** The open confirmation. */
  const [open, setOpen] = useState<Open | null>(null);
  const taken = useRef(false);
  // If the load fails, the code is requested again by the first confirmation.
  useEffect(() => {
    loadDialog().catch(() => undefined);
  }, []);
  const show = useCallback(
    async (request: ConfirmRequest) => {
      const { ConfirmDialog: Dialog, createConfirmation } = await loadDialog();
      const confirmation = createConfirmation(request, cause =>
        uncaughtErrors.send({ type: 'error.caught', cause, scene: 'action' }),
      );
      setOpen({ ...confirmation, Dialog });
      const answer = settled(confirmation);
      confirmation.actor.start();
      return await answer;
    },
    [uncaughtErrors],
  );
  const confirm = useCallback<Confirm>(
    request => {
      if (taken.current) return Promise.resolve(false);
      taken.current = true;
      return show(request).finally(() => {
        taken.current = false;
        setOpen(null);
      });
    },
    [show],
  );
  return (
    <ConfirmContext value={confirm}>
      {children}
      {open && <open.Dialog request={open.request} actor={open.actor} />}
    </ConfirmContext>
  );
};
