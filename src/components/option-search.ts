/** An option of a field of choice. */
export type OptionValue = number | string;
export interface FieldOption {
  readonly value: OptionValue;
  readonly label: string;
}

/** State of a server-side search for fields with too many options to list. */
export interface OptionSearch {
  /** The typed search text. */
  readonly text: string;
  readonly onType: (text: string) => void;
  /** Called when a composition of the input method begins (true) and ends (false). */
  readonly onCompose: (composing: boolean) => void;
  /** The selected options, whether or not they match the search. */
  readonly chosen: readonly FieldOption[];
  /** Number of listed and of matching options, or the reason why none is listed. */
  readonly note: string;
}

/** Maximum length of a search text, as the server limits it. */
export const MAX_SEARCH_LENGTH = 200;
