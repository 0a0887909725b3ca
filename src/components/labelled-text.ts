import type { IntlShape } from 'react-intl';

/** A label and its text in one line, with the colon of the language, as a filter states its field and value. */
export const labelledText = (label: string, text: string, intl: Pick<IntlShape, 'formatMessage'>): string =>
  intl.formatMessage({ id: 'filter.sentence.is' }, { field: label, value: text });

/** Texts in one line, with the separator of the language. */
export const listedText = (texts: readonly string[], intl: Pick<IntlShape, 'formatList'>): string =>
  intl.formatList(texts, { type: 'conjunction', style: 'narrow' });
