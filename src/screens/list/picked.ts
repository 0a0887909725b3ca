/**
 * Maximum number of rows of all pages in a selection: as many as the server accepts in one request (`RowIds`
 * of the contract).
 */
export const MAX_SELECTED_ROWS = 1000;

/**
 * What the server reads of further filters at most, in signs and in values of one of them
 * (server/http/where.ts).
 */
const MAX_WHERE_LENGTH = 8000;
const MAX_VALUES = 1000;

/**
 * Additional filters by which a list has only these of its rows; null: more than one request can name.
 * @param where the current additional filters
 */
export const wherePicked = (where: unknown, ids: readonly number[]): string | null => {
  const text = [
    ...(typeof where === 'string' && where !== '' ? [where] : []),
    `id__in=${ids.join(',')}`,
  ].join('&');
  return ids.length > MAX_VALUES || text.length > MAX_WHERE_LENGTH ? null : text;
};
