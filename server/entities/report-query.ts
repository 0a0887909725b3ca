import { parseReportAddress } from '../scheduled-reports/pages.ts';
import type { Draft, DraftFaults } from '../records/entity.ts';

/** Rule: the query of a delivery must be valid for its report. */
export const reportQueryIsValid = ({ analyze_page: page, question }: Draft): DraftFaults =>
  parseReportAddress(page as string, typeof question === 'string' ? question : '') === null
    ? { question: ['format'] }
    : {};
