/** Values of a contact's network (`asp_id`) that are no ID. */

/** The ad had no network at the click. */
export const NO_NETWORK = -1;
/** The contact was stored by a version that did not record the network. */
export const NETWORK_NOT_RECORDED = 0;
