import { createContext, use } from 'react';

/** A confirmation dialog and the action that it guards. */
export interface ConfirmRequest {
  /**
   * Message of the dialog. `do`: "are you sure you want to {action} it?", `change`: "are you sure to change
   * to {action}?"
   */
  readonly kind: 'do' | 'change';
  /** Translated text in the message: a verb, or the name of a state. */
  readonly action: string;
  /** Object of the action, unless it is evident from the screen. */
  readonly subject?: string;
  /** Translated text: what the action changes. */
  readonly consequence?: string | undefined;
  /** The action cannot be undone. */
  readonly destructive?: boolean;
  readonly act: () => Promise<unknown>;
}

/**
 * Opens the dialog and runs the action once the user confirms. Resolves to whether the action ran; rejects
 * with the failure if the user cancels after a failed attempt. Resolves to false while another dialog is
 * open.
 */
export type Confirm = (request: ConfirmRequest) => Promise<boolean>;

export const ConfirmContext = createContext<Confirm | null>(null);

export const useConfirm = (): Confirm => {
  const confirm = use(ConfirmContext);
  if (confirm === null) throw new Error('This belongs inside the shell.');
  return confirm;
};
