import { createContext, use } from 'react';

/** A question that the user confirms before the action runs. */
export interface ConfirmRequest {
  /** `do`: "are you sure you want to {action} it?", `change`: "are you sure to change to {action}?" */
  readonly kind: 'do' | 'change';
  /** What is to be done, in words of the user's language: a verb or the name of a state. */
  readonly action: string;
  /** What it is done to, where that is not plain from the screen. */
  readonly subject?: string;
  /** It cannot be undone. */
  readonly grave?: boolean;
  readonly act: () => Promise<unknown>;
}

/**
 * Opens the dialog and, when the user confirms, runs the action. Resolves to whether it ran; rejects with the
 * failure when the user gives up after one. While the one dialog is open, a second call resolves to false.
 */
export type Confirm = (request: ConfirmRequest) => Promise<boolean>;

export const ConfirmContext = createContext<Confirm | null>(null);

export const useConfirm = (): Confirm => {
  const confirm = use(ConfirmContext);
  if (confirm === null) throw new Error('This belongs inside the shell.');
  return confirm;
};
