import { useLocale } from '../../console/context.ts';
import type { Locale } from '../../../machines/language.ts';

/** What this one screen says; it comes with the screen, and nobody else carries it. */
const WORDS = {
  lead: {
    ja: '画面を動かしている状態遷移です。動いているものを選ぶと、いまの状態に色が付きます。通信は行いません。',
    en: 'The machines that run the console. Choose one that lives to see where it stands. Nothing is sent anywhere.',
    'zh-CN': '驱动控制台的状态机。选择正在运行的状态机，可查看当前状态。不会发送任何数据。',
  },
  machine: { ja: '種類', en: 'Machine', 'zh-CN': '状态机' },
  actor: { ja: '動いているもの', en: 'Actor', 'zh-CN': '运行实例' },
  nobody: { ja: 'いま動いているものはありません', en: 'None lives', 'zh-CN': '没有正在运行的实例' },
  ended: { ja: '終了', en: 'ended', 'zh-CN': '已结束' },
  tried: { ja: '試用', en: 'tried', 'zh-CN': '试用' },
  try: { ja: '新しく動かしてみる', en: 'Try one', 'zh-CN': '试运行' },
  log: { ja: '出来事の記録', en: 'What happened', 'zh-CN': '事件记录' },
  began: { ja: '開始', en: 'It began', 'zh-CN': '开始' },
  forgotten: { ja: 'これより前の出来事は残っていません', en: 'What was before is not kept', 'zh-CN': '更早的事件未保留' },
  now: { ja: 'いまの状態に戻る', en: 'Back to now', 'zh-CN': '返回当前' },
  past: { ja: '過去の状態を表示しています', en: 'This is how it stood then', 'zh-CN': '正在显示过去的状态' },
  context: { ja: '保持している値（文字は伏せています）', en: 'What it knows (texts are hidden)', 'zh-CN': '保存的数据（文字已隐藏）' },
  event: { ja: '送る出来事', en: 'Event', 'zh-CN': '事件' },
  contents: { ja: '内容', en: 'Contents', 'zh-CN': '内容' },
  send: { ja: '送る', en: 'Send', 'zh-CN': '发送' },
  wrong: { ja: '内容の書き方が正しくありません', en: 'This is not JSON with a type', 'zh-CN': '内容格式不正确' },
  chart: { ja: '状態遷移図', en: 'Chart', 'zh-CN': '状态图' },
  save: { ja: '記録を保存', en: 'Save a recording', 'zh-CN': '保存记录' },
} satisfies Record<string, Record<Locale, string>>;

export type DevWord = keyof typeof WORDS;

export const useDevWords = (): ((word: DevWord) => string) => {
  const { locale } = useLocale();
  return word => WORDS[word][locale];
};
