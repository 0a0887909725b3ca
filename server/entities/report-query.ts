import { parseReportAddress } from '../scheduled-reports/pages.ts';
import type { Draft, DraftFaults } from '../records/entity.ts';

/** Rule: the query of a delivery must be valid for its report. */
export const reportQueryIsValid = ({ analyze_page: page, query }: Draft): DraftFaults =>
  parseReportAddress(page as string, typeof query === 'string' ? query : '') === null
    ? { query: ['format'] }
    : {};
