import { tokyoTime } from '../platform/time.ts';
import { axisHeading } from '../reports/files/file-words.ts';
import type { Words } from '../wording/words.ts';
import type { PlainReport } from './figures.ts';
import type { SavedReport } from './saved-report.ts';
import { filteredFields } from './saved-search.ts';

interface Conditions {
  readonly days: { readonly from: string; readonly to: string };
  /** The conditions between the days and the filters, in words. */
  readonly own: readonly string[];
  readonly where: string;
  /** Fields of filters that the analysis does not have. */
  readonly unapplied?: readonly string[];
  readonly rebuildingSince: string | null;
}

const daysText = (words: Words, id: string, { from, to }: Conditions['days']): string => {
  const date = (day: string) => day.replaceAll('-', '/');
  return words.say(id, { from: date(from), to: date(to) });
};

/**
 * The conditions of an analysis in words, and last that its figures follow previous rules, where they do. Filters are
 * named by their fields only: their values are entries of the company's lists, which the readers of a shared board do not
 * see. Pure.
 */
export const describeConditions = (
  { days, own, where, unapplied = [], rebuildingSince }: Conditions,
  words: Words,
): readonly string[] => {
  const fieldsText = (fields: readonly string[]) =>
    fields.map(field => words.heading('report', field)).join(' / ');
  const fields = filteredFields(where);
  return [
    daysText(words, 'analysis.days', days),
    ...own,
    ...(fields.length === 0 ? [] : [`${words.say('filter.active')}: ${fieldsText(fields)}`]),
    ...(unapplied.length === 0 ? [] : [words.say('filter.unknown', { condition: fieldsText(unapplied) })]),
    ...(rebuildingSince === null
      ? []
      : [words.say('analysis.rebuilding', { time: tokyoTime(rebuildingSince) })]),
  ];
};

/** The conditions of a report in words, as the console shows them. Pure. */
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
  const { where, approval, evaluation } = query;
  const own = [
    ...(compared === null ? [] : [daysText(words, 'analysis.compared_with', compared)]),
    declared.chart.over === 'time' ? words.say(`step.${query['step']}`) : axisHeading(words, axes),
    ...(model === null ? [] : [words.say(`model.${model}`)]),
    ...(approval === undefined ? [] : [words.say('analysis.approval.unapproved')]),
    ...(evaluation === undefined ? [] : [words.say(`evaluation.${evaluation}`)]),
  ];
  return describeConditions({ days: query, own, where: String(where ?? ''), rebuildingSince }, words);
};
