import { listedText } from '../../components/labelled-text.ts';
import { changedValue, type ChangedField } from './changed-fields.ts';
import { recordedText, type RecordedTexts } from './recorded-field.ts';
import { titleIds } from './recorded-forms.ts';

/** Message ids of the titles of files that are named after an operation. */
const FILE_TITLES: Readonly<Record<string, string>> = {
  accesses: 'log.access.title',
  interactions: 'log.reference.title',
  conversions: 'log.cv.title',
  cvInfo: 'log.cv_info.title',
  results: 'log.result.title',
  approvals: 'log.approval.title',
  resultQueue: 'log.result_queue.title',
  visitorData: 'log.privacy.title',
  workingAds: 'ad.title',
  adSummaries: 'analysis.adStatistics.title',
  attributions: 'analysis.attribution.title',
  modelsSideBySide: 'analysis.attribution.view.models',
  whatIf: 'analysis.attribution.view.what_if',
  conversionPaths: 'analysis.attribution.view.paths',
  transitions: 'transitions.title',
  effects: 'analysis.effect.title',
  lpoAnalysis: 'analysis.lpo.title',
  timeSeries: 'analysis.term.title',
  allocations: 'analysis.allocation.title',
};

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
