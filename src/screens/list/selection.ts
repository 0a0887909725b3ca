/**
 * Maximum number of selected rows over all pages: the server's limit for one request (`RowIds` of the
 * contract).
 */
export const MAX_SELECTED_ROWS = 1000;

/**
 * The server's limits for `where`: length in characters, and number of values in one condition
 * (server/http/where.ts).
 */
const MAX_WHERE_LENGTH = 8000;
const MAX_VALUES = 1000;

/**
 * `where` text that restricts a list to the given rows; null: too many ids for one request.
 * @param where the current `where` text, if any
 */
export const whereSelected = (where: unknown, ids: readonly number[]): string | null => {
  const text = [
    ...(typeof where === 'string' && where !== '' ? [where] : []),
    `id__in=${ids.join(',')}`,
  ].join('&');
  return ids.length > MAX_VALUES || text.length > MAX_WHERE_LENGTH ? null : text;
};
