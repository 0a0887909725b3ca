/** A range of addresses, both ends included, each as eight full groups of IPv6. */
export interface AddressRange {
  readonly first: string;
  readonly last: string;
}

/** The rules that decide which events count and which contacts a path holds. */
export interface CountingRules {
  readonly productId: number;
  /** Days that a contact may be older than the conversion. */
  readonly trackingTerm: number;
  readonly excluded: readonly AddressRange[];
  /**
   * Judges repeats anew, for one answer: so many milliseconds after another of the same visitor and link a
   * contact repeats it. Left out: as the collector judged.
   */
  readonly repeatMs?: number;
  /**
   * 64 bits over the above and over how paths and credit are made, as a decimal string: derived rows of
   * another fingerprint are never read.
   */
  readonly fingerprint: string;
}
