import type { ReactNode } from 'react';

/** One sample of a component. */
export interface Sample {
  /** Anchor in the address. */
  readonly id: string;
  readonly name: string;
  /** Name in the code, which the search finds too. */
  readonly code?: string;
  /** Additional words for the search. */
  readonly words?: string;
  readonly draw: ReactNode;
}

export interface Section {
  readonly id: string;
  readonly name: string;
  readonly samples: readonly Sample[];
}
