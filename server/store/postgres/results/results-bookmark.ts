/** Under which name the maker of results keeps the id of the last conversion it has read. */
export const RESULTS_BOOKMARK = 'results';
