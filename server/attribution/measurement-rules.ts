/** A range of addresses, both ends included, each as eight full groups of IPv6. */
export interface AddressRange {
  readonly first: string;
  readonly last: string;
}

/** Rules that decide which events count and which contacts belong to a path. */
export interface CountingRules {
  readonly productId: number;
  /** Maximum age of a contact at the conversion, in days. */
  readonly trackingTerm: number;
  readonly excluded: readonly AddressRange[];
  /**
   * For one answer: milliseconds after a contact in which another of the same visitor and link counts as repeated.
   * Absent: the flag of the collector applies.
   */
  readonly repeatMs?: number;
  /**
   * 64-bit hash of the rules and of the derivation's version, as a decimal string; derived rows of another
   * fingerprint are never read.
   */
  readonly fingerprint: string;
}
