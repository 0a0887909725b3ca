import { tokyoTime } from '../platform/time.ts';
import { axisHeading } from '../reports/files/file-words.ts';
import type { Words } from '../wording/words.ts';
import type { PlainReport } from './figures.ts';
import { filteredFields, type SavedReport } from './saved-report.ts';

/**
 * The conditions of a report in words, as the console shows them, and last that its figures follow previous rules, where
 * they do. Filters are named by their fields only: their values are entries of the company's lists, which the readers of a
 * shared board do not see. Pure.
 */
export const describeReport = (
  { query, declared }: SavedReport,
  {
    axes,
    model,
    compared,
    rebuildingSince,
  }: Pick<PlainReport, 'axes' | 'model' | 'compared' | 'rebuildingSince'>,
  words: Words,
): readonly string[] => {
  const date = (day: string) => day.replaceAll('-', '/');
  const { where, approval, evaluation } = query;
  const fields = filteredFields(String(where ?? '')).map(field => words.heading('report', field));
  return [
    words.say('analysis.days', { from: date(query.from), to: date(query.to) }),
    ...(compared === null
      ? []
      : [words.say('analysis.compared_with', { from: date(compared.from), to: date(compared.to) })]),
    declared.chart.over === 'time' ? words.say(`step.${query['step']}`) : axisHeading(words, axes),
    ...(model === null ? [] : [words.say(`model.${model}`)]),
    ...(approval === undefined ? [] : [words.say('analysis.approval.unapproved')]),
    ...(evaluation === undefined ? [] : [words.say(`evaluation.${evaluation}`)]),
    ...(fields.length === 0 ? [] : [`${words.say('filter.active')}: ${fields.join(' / ')}`]),
    ...(rebuildingSince === null
      ? []
      : [words.say('analysis.rebuilding', { time: tokyoTime(rebuildingSince) })]),
  ];
};
