import { isFailure, referenceOf } from './failure.ts';

/** The place of an error that no handler caught. */
export type Scene =
  | 'screen' // while drawing: the screen is replaced by words about it
  | 'start' // while waiting for the start-up: the page says so itself
  | 'promise' // somewhere behind the screen, which goes on
  | 'action'; // the user started the action; the dialog shows why it failed

/** What an operator can quote to support: no stack, no address. */
export interface Report {
  readonly scene: Scene;
  readonly code: string;
  readonly text: string;
  readonly requestId?: string;
  readonly status?: number;
}

/**
 * A file of the program that is not there: after a deployment the old ones are gone. Each browser has its own
 * words for it.
 */
export const isGone = (cause: unknown): boolean =>
  /dynamically imported module|Importing a module script failed|Unable to preload CSS|Failed to load module script/i.test(
    wordsOf(cause).message,
  );

/**
 * The modal that an address names and its screen does not have, by the name of its error
 * (docs/decisions/0013-errors-and-modals.md): `ModalAdd`.
 */
export const missingModalOf = (cause: unknown): string | null =>
  /^No (Modal(?:Add|Edit|Detail))$/.exec(wordsOf(cause).message)?.[1] ?? null;

export const wordsOf = (cause: unknown): { readonly name: string; readonly message: string } =>
  cause instanceof Error ? cause : { name: '', message: typeof cause === 'string' ? cause : '' };

export const reportOf = (cause: unknown, scene: Scene): Report =>
  isFailure(cause)
    ? { scene, code: cause.code, text: '', ...referenceOf(cause) }
    : { scene, code: isGone(cause) ? 'gone' : 'unknown', text: wordsOf(cause).message.slice(0, 200) };
