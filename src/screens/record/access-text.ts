import { listedText } from '../../components/labelled-text.ts';
import { changedValue, type ChangedField } from './changed-fields.ts';
import fileTitles from './file-titles.json' with { type: 'json' };
import { recordedText, type RecordedTexts } from './recorded-field.ts';
import { titleIds } from './recorded-forms.ts';

/** Message ids of the titles of files that are named after an operation; the texts of files have them too. */
const FILE_TITLES: Readonly<Record<string, string>> = fileTitles;

/** Message ids for a word of a sign-in, a download or a use of an API key. */
const wordIds = (field: string, word: string): readonly string[] => [
  `access_line.${field}.${word}`,
  ...(field === 'file' ? [FILE_TITLES[word] ?? '', ...titleIds(word)] : []),
];

/** Label and text of a statement of a sign-in, a download or a use of an API key. */
export const accessText = (
  { field, after }: ChangedField,
  among: RecordedTexts,
): { readonly label: string; readonly text: string } => {
  const { intl } = among;
  const value = changedValue(after);
  const label = intl.formatMessage({ id: `access_line.${field}` });
  if (typeof value !== 'string') return { label, text: recordedText(value, { field }, among) ?? '' };
  // Several proofs of identity: `password, code`.
  const words = value.split(', ').map(word => {
    const id = wordIds(field, word).find(one => one in intl.messages);
    return id === undefined ? (recordedText(word, { field }, among) ?? word) : intl.formatMessage({ id });
  });
  return { label, text: listedText(words, intl) };
};
