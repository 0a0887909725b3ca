/** What a landing page is, as SQL over the columns of contacts. */

/** The address of a contact that no LPO entry was chosen for, without its query and fragment. */
export const pageUrl = 'if(lpo_number > 0, \'\', cutQueryStringAndFragment(landing_url))';

/** 64 bits, so that pages are gathered by numbers and not by their addresses. */
export const pageId = `sipHash64(ad_id, redirect_id, lpo_number, ${pageUrl})`;
