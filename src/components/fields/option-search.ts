import type { FieldOption } from './choice-field.tsx';

/**
 * How options are searched that are too many to be listed: the field shows those that were found for what is
 * typed.
 */
export interface OptionSearch {
  /** What is typed. */
  readonly text: string;
  readonly onType: (text: string) => void;
  /** An input method begins or ends to compose. */
  readonly onCompose: (composing: boolean) => void;
  /** The chosen options, independent of the search. */
  readonly chosen: readonly FieldOption[];
  /** How many options of how many are shown, or why there are none. */
  readonly note: string;
}

/** The longest search that the server takes. */
export const MAX_SEARCH_LENGTH = 200;
