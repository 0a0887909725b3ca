import { NO_CONTACT_ROW } from '../../count/rows.ts';
import type { Words } from '../../../wording/words.ts';

/**
 * The part of the address that distinguishes the pages of one site; the complete address is a separate
 * column.
 */
const pathOf = (url: string): string =>
  url.replace(/^https?:\/\/[^/]+(?=\/.)/, '').replace(/^https?:\/\//, '');

/** The name of a landing page in files and on boards: its title, else its path. */
export const pageName = (
  { key, title, url }: { readonly key: string; readonly title: string; readonly url: string },
  words: Words,
): string =>
  key === NO_CONTACT_ROW.kind
    ? words.say('analysis.no_contact')
    : title || pathOf(url) || words.say('analysis.unset');
