/** Name of the bookmark that stores the id of the last conversion which the result worker has read. */
export const RESULTS_BOOKMARK = 'results';
