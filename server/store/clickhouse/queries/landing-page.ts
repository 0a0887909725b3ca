/**
 * What a landing page is, as SQL over the columns of contacts: an LPO entry, or an address without its query
 * and fragment; `page_id` is its number.
 */

export const landingPage = 'cutQueryStringAndFragment(landing_url)';

/** The address of a contact that no LPO entry was chosen for. */
export const pageUrl = `if(lpo_number > 0, '', ${landingPage})`;
