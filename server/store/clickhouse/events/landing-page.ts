/**
 * Landing pages as SQL over the columns of contacts: an LPO entry, or an address without its query and
 * fragment. `page_id` is the number of a page.
 */

export const landingPage = 'cutQueryStringAndFragment(landing_url)';

/** The address of a contact without an LPO entry. */
export const pageUrl = `if(lpo_number > 0, '', ${landingPage})`;
