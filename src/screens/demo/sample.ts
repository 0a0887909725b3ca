import type { ReactNode } from 'react';

/** Something to look at and to try. */
export interface Sample {
  /** Its anchor in the address. */
  readonly id: string;
  readonly name: string;
  /** What it is called in the code: it is found by that too. */
  readonly code?: string;
  /** Further words under which it is found. */
  readonly words?: string;
  readonly draw: ReactNode;
}

export interface Section {
  readonly id: string;
  readonly name: string;
  readonly samples: readonly Sample[];
}
