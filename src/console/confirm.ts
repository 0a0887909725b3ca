import { createContext, use } from 'react';

/** Something to ask before it is done. */
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
 * Asks and, on yes, acts. Tells whether it was done; rejects with what kept it from being done when the user
 * gives up after a
 * failure. While the one dialog is open, a second question is answered by no.
 */
export type Confirm = (request: ConfirmRequest) => Promise<boolean>;

export const ConfirmContext = createContext<Confirm | null>(null);

export const useConfirm = (): Confirm => {
  const confirm = use(ConfirmContext);
  if (confirm === null) throw new Error('This belongs inside the shell.');
  return confirm;
};
