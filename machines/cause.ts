import { isFailure, referenceOf } from './failure.ts';

/** Where an error occurred that no handler caught. */
export type Scene =
  | 'screen' // during rendering: an error page replaces the screen
  | 'start' // during start-up: the start-up page shows the failure itself
  | 'promise' // an unhandled rejection: the screen stays usable
  | 'action'; // an action of the user: its dialog shows the failure

/** What an operator can quote to support: neither a stack trace nor an address. */
export interface Report {
  readonly scene: Scene;
  readonly code: string;
  readonly text: string;
  readonly requestId?: string;
  readonly status?: number;
}

/**
 * Whether a code file cannot be loaded: a deployment removed the files of the previous version. The error message
 * differs between browsers.
 */
export const isCodeMissing = (cause: unknown): boolean =>
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|Failed to load module script/i.test(
    wordsOf(cause).message,
  );

/**
 * Name of the modal that an address requests and its screen lacks (`ModalAdd`), taken from the message of the error
 * (docs/decisions/0013-errors-and-modals.md); null for other errors.
 */
export const missingModalOf = (cause: unknown): string | null =>
  /^No (Modal[A-Za-z]*)$/.exec(wordsOf(cause).message)?.[1] ?? null;

export const wordsOf = (cause: unknown): { readonly name: string; readonly message: string } =>
  cause instanceof Error ? cause : { name: '', message: typeof cause === 'string' ? cause : '' };

export const reportOf = (cause: unknown, scene: Scene): Report =>
  isFailure(cause)
    ? { scene, code: cause.code, text: '', ...referenceOf(cause) }
    : { scene, code: isCodeMissing(cause) ? 'gone' : 'unknown', text: wordsOf(cause).message.slice(0, 200) };
