import { DEFAULT_SLICE } from '../../../platform/slice-names.ts';

/**
 * Name of the bookmark of a slice, which stores the id of the last conversion that the result worker has read there. The
 * default slice has the name of installations with one server.
 */
export const resultsBookmarkOf = (slice: string): string =>
  slice === DEFAULT_SLICE ? 'results' : `results of ${slice}`;
