import type { Locale } from './words.ts';

/** A text that a message had in an earlier release, as in files that were downloaded then. */
export interface FormerWord {
  /** Id of the message, as in `words.json`. */
  readonly id: string;
  readonly locale: Locale;
  readonly word: string;
}

/**
 * Former headings and coded values that imports accept, so that files from before a rename remain readable. A line is
 * added with the rename and never removed.
 */
export const FORMER_WORDS: readonly FormerWord[] = [
  { id: 'choice.result_flag.0', locale: 'zh-CN', word: '无效' },
  { id: 'choice.result_flag.1', locale: 'en', word: 'Active' },
  { id: 'choice.result_flag.1', locale: 'zh-CN', word: '有效' },
  { id: 'choice.result_flag.2', locale: 'en', word: 'Active, always notify' },
  { id: 'choice.result_flag.2', locale: 'zh-CN', word: '有效（始终通知）' },
  { id: 'column.ad_fee', locale: 'ja', word: '広告費・固定（円）' },
  { id: 'column.ad_fee', locale: 'en', word: 'Fixed ad fee (yen)' },
  { id: 'column.ad_fee', locale: 'zh-CN', word: '固定广告费（日元）' },
  { id: 'column.ad_post_url', locale: 'en', word: 'Posted at (URL)' },
  { id: 'column.cv_cost', locale: 'zh-CN', word: 'CV单价（日元）' },
  { id: 'column.own_result_notice', locale: 'en', word: 'Own result notice' },
  { id: 'column.performance_cv_flag', locale: 'zh-CN', word: '计入绩效CV' },
  { id: 'column.performance_cv_flag', locale: 'zh-CN', word: '计入绩效转化' },
  { id: 'column.result_flag', locale: 'en', word: 'Result notice' },
];
