import { BOARD_PAGE, boardOfAddress, parseReportAddress } from '../scheduled-reports/pages.ts';
import type { Draft, DraftFaults } from '../records/entity.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Rule: the query of a delivery must be valid for its report; a board is named by the address. */
export const reportQueryIsValid = ({ analyze_page: page, query, address }: Draft): DraftFaults => {
  if (page === BOARD_PAGE)
    return textOf(query) === '' && boardOfAddress(textOf(address)) !== null
      ? {}
      : { analyze_page: ['format'] };
  return parseReportAddress(page as string, textOf(query)) === null ? { query: ['format'] } : {};
};
