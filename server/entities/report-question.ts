import { askedBy } from '../scheduled-reports/pages.ts';
import type { Draft, DraftFaults } from '../records/entity.ts';

/** What is sent can be asked of that report. */
export const reportIsAskable = ({ analyze_page: page, question }: Draft): DraftFaults =>
  askedBy(page as string, typeof question === 'string' ? question : '') === null
    ? { question: ['format'] }
    : {};
