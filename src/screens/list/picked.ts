/**
 * So many rows of all pages are picked at once at most: as many as the server does something to in one go
 * (`RowIds` of the contract).
 */
export const MAX_SELECTED_ROWS = 1000;

/**
 * What the server reads of further filters at most, in signs and in values of one of them
 * (server/http/where.ts).
 */
const MAX_WHERE_LENGTH = 8000;
const MAX_VALUES = 1000;

/**
 * Further filters by which a list has only these of its rows; null: they are more than can be asked for.
 *
 * @param where further filters as they are
 */
export const wherePicked = (where: unknown, ids: readonly number[]): string | null => {
  const text = [
    ...(typeof where === 'string' && where !== '' ? [where] : []),
    `id__in=${ids.join(',')}`,
  ].join('&');
  return ids.length > MAX_VALUES || text.length > MAX_WHERE_LENGTH ? null : text;
};
