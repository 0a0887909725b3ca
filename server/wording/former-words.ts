import type { Locale } from './words.ts';

/** A word that a message had in an earlier release, as it stands in files downloaded then. */
export interface FormerWord {
  /** The message, as in `words.json`. */
  readonly id: string;
  readonly locale: Locale;
  readonly word: string;
}

/**
 * Former headings and coded values of what imports read: renaming a message must not make files that were
 * downloaded before unreadable. A line is added with the rename and never removed.
 */
export const FORMER_WORDS: readonly FormerWord[] = [
  { id: 'column.cv_cost', locale: 'zh-CN', word: 'CV单价（日元）' },
  { id: 'column.own_result_notice', locale: 'en', word: 'Own result notice' },
  { id: 'column.performance_cv_flag', locale: 'zh-CN', word: '计入绩效CV' },
  { id: 'column.performance_cv_flag', locale: 'zh-CN', word: '计入绩效转化' },
  { id: 'column.result_flag', locale: 'en', word: 'Result notice' },
];
