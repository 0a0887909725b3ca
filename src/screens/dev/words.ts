import { useLocale } from '../../console/context.ts';
import type { Locale } from '../../../machines/language.ts';

/** Texts of this screen, loaded with it instead of the message files. */
const WORDS = {
  lead: {
    ja: '画面を動かしているステートマシンです。動作中のものを選ぶと、いまの状態に色が付きます。動作中のものにイベントを送ると、画面も実際に動きます。',
    en: 'The state machines that run the console. Choose a live one to see its present state. An event sent to a live one really moves the console.',
    'zh-CN': '驱动控制台的状态机。选择正在运行的实例即可查看当前状态。向运行中的实例发送事件会实际改变画面。',
  },
  machine: { ja: 'ステートマシン', en: 'Machine', 'zh-CN': '状态机' },
  actor: { ja: '動作中のもの', en: 'Live actor', 'zh-CN': '运行实例' },
  nobody: { ja: '動作中のものはありません', en: 'None is live', 'zh-CN': '没有正在运行的实例' },
  ended: { ja: '終了', en: 'ended', 'zh-CN': '已结束' },
  tried: { ja: '試運転', en: 'trial', 'zh-CN': '试运行' },
  try: { ja: '試運転を始める', en: 'Start a trial', 'zh-CN': '开始试运行' },
  log: { ja: 'イベントの履歴', en: 'Event log', 'zh-CN': '事件记录' },
  began: { ja: '開始', en: 'Start', 'zh-CN': '开始' },
  forgotten: {
    ja: 'これより前のイベントは残っていません',
    en: 'Earlier events are not kept',
    'zh-CN': '更早的事件未保留',
  },
  now: { ja: 'いまの状態に戻る', en: 'Back to now', 'zh-CN': '返回当前' },
  past: { ja: '過去の状態を表示しています', en: 'A past state is shown', 'zh-CN': '正在显示过去的状态' },
  present: {
    ja: 'いまの状態を表示しています',
    en: 'The present state is shown',
    'zh-CN': '正在显示当前状态',
  },
  context: {
    ja: '保持している値（文字は伏せています）',
    en: 'Context (texts are hidden)',
    'zh-CN': '保存的数据（文字已隐藏）',
  },
  event: { ja: 'イベント', en: 'Event', 'zh-CN': '事件' },
  accepted: { ja: 'いまの状態で受け付けるもの', en: 'Taken in the present state', 'zh-CN': '当前状态可接受' },
  unheard: { ja: 'いまは何も起こらないもの', en: 'Without effect now', 'zh-CN': '当前无效果' },
  contents: { ja: '内容', en: 'Contents', 'zh-CN': '内容' },
  sending: { ja: 'イベントを送る', en: 'Send an event', 'zh-CN': '发送事件' },
  send: { ja: '送信', en: 'Send', 'zh-CN': '发送' },
  wrong: {
    ja: '内容の書き方が正しくありません（「type」のあるJSON）',
    en: 'This is not JSON with a type',
    'zh-CN': '内容格式不正确',
  },
  chart: { ja: '状態遷移図', en: 'Statechart', 'zh-CN': '状态图' },
  save: { ja: '記録を保存', en: 'Save a recording', 'zh-CN': '保存记录' },
} satisfies Record<string, Record<Locale, string>>;

export type DevWord = keyof typeof WORDS;

export const useDevWords = (): ((word: DevWord) => string) => {
  const { locale } = useLocale();
  return word => WORDS[word][locale];
};
