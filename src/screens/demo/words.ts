import { useCallback, useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { Locale } from '../../../machines/language.ts';
import type { ChartShape, FlowShape } from '../../components/chart/shape.ts';
import { useLocale } from '../../console/context.ts';
import type { Format } from '../../resources/column.ts';
import type { Widget } from '../../resources/resource.ts';

/** What this one screen says beside the product's own words; it comes with the screen, and nobody else carries it. */
export type Told = Readonly<Record<Locale, string>>;
const told = (ja: string, en: string, zh: string): Told => ({ ja, en, 'zh-CN': zh });

export const WORDS = {
  title: told('部品カタログ', 'Component catalogue', '组件目录'),
  lead: told('画面をつくる部品と状態の見本です。すべて本物の部品で、操作できます。サーバーには何も送りません。', 'Every part and state that the screens are made of. All of it is real and can be used; nothing is sent to the server.', '构成界面的全部组件与状态。均为真实组件，可以操作，不会向服务器发送任何内容。'),
  contents: told('目次', 'Contents', '目录'),
  search: told('見本を探す', 'Find a sample', '查找示例'),
  found: told('見つかった見本', 'Samples found', '找到的示例'),
  anchor: told('この見本へのリンク', 'Link to this sample', '此示例的链接'),
  looks: told('表示を切り替える', 'Change the looks', '切换显示'),
  cells: told('セルの書式', 'Cell formats', '单元格格式'),
  widgets: told('入力部品', 'Form widgets', '表单控件'),
  charts: told('グラフ', 'Charts', '图表'),
  grids: told('表', 'Grids', '表格'),
  dialogs: told('ダイアログ', 'Dialogs', '对话框'),
  banners: told('お知らせ', 'Banners', '通知'),
  states: told('画面の状態', 'States of screens', '界面状态'),
  buttons: told('ボタン', 'Buttons', '按钮'),
  badges: told('状態の表示', 'Badges', '状态标记'),
  icons: told('アイコン', 'Icons', '图标'),
  colours: told('色', 'Colours', '颜色'),
  letters: told('文字', 'Typography', '文字'),
  spaces: told('寸法', 'Sizes', '尺寸'),
  numbers: told('数値', 'Numbers', '数值'),
  texts: told('文字・日時・コード', 'Texts, times and codes', '文字、日期时间与代码'),
  deltas: told('前の期間との比較', 'Comparison with the period before', '与上一期间的比较'),
  sample: told('見本', 'Sample', '示例'),
  usual: told('ふつうの値', 'Usual', '普通值'),
  large: told('大きい値', 'Large', '较大值'),
  small: told('小さい値', 'Small', '较小值'),
  zero: told('ゼロ', 'Zero', '零'),
  negative: told('マイナス', 'Negative', '负数'),
  none: told('値なし', 'No value', '无值'),
  long: told('長い値', 'Long', '较长值'),
  accents: told('記号・絵文字', 'Accents and signs', '符号与表情'),
  edge: told('境目の値', 'At the edge', '边界值'),
  empty: told('未入力', 'Empty', '未填写'),
  filled: told('入力済み', 'Filled', '已填写'),
  faulty: told('誤りあり', 'Faulty', '有误'),
  disabled: told('操作不可', 'Disabled', '不可操作'),
  read: told('閲覧', 'Read', '只读'),
  spark: told('推移線', 'Sparkline', '走势线'),
  heat: told('濃淡の表', 'Heat table', '热力表'),
  hollow: told('欠けた値のあるグラフ', 'A chart with holes', '有缺失值的图表'),
  listGrid: told('一覧：選択・並べ替え・列の操作', 'A list: picking, sorting, arranging columns', '列表：选择、排序、调整列'),
  reportGrid: told('集計：階層・合計・比較・推移', 'A report: tree, totals, comparison, course', '报表：层级、合计、比较、走势'),
  did: told('操作できました', 'That worked', '操作成功'),
  editor: told('編集ダイアログの状態', 'States of the editor', '编辑对话框的状态'),
  confirms: told('確認ダイアログ', 'Confirmations', '确认对话框'),
  reasons: told('理由を書く承認', 'Decisions with a reason', '填写理由的审批'),
  opening: told('読み込み中', 'Opening', '读取中'),
  unavailable: told('読み込めない', 'Unavailable', '无法读取'),
  editing: told('編集中', 'Editing', '编辑中'),
  saving: told('保存中', 'Saving', '保存中'),
  comparing: told('最新と比較中', 'Comparing', '与最新内容比较中'),
  conflict: told('競合', 'Conflict', '冲突'),
  leaving: told('未保存のまま閉じる', 'Leaving what was touched', '未保存即关闭'),
  plain: told('実行の確認', 'Before something is done', '执行确认'),
  change: told('変更の確認', 'Before a state changes', '变更确认'),
  grave: told('取り消せない操作', 'What cannot be undone', '不可撤销的操作'),
  failing: told('失敗する操作', 'What fails', '失败的操作'),
  look: told('見た目', 'Looks', '外观'),
  show: told('表示する', 'Show it', '显示'),
  undoable: told('取り消しつき', 'With undo', '可撤销'),
  staying: told('閉じるまで残る', 'Until closed', '关闭前保留'),
  several: told('3件続けて', 'Three in a row', '连续三条'),
  lists: told('一覧', 'A list', '列表'),
  reports: told('集計', 'A report', '报表'),
  records: told('詳細', 'A record', '详情'),
  failures: told('失敗の種類', 'Kinds of failure', '失败的种类'),
  asking: told('問い合わせ中', 'Asking', '查询中'),
  answered: told('回答あり', 'Answered', '已回答'),
  again: told('再問い合わせ中', 'Asking again', '再次查询中'),
  failed: told('失敗', 'Failed', '失败'),
  denied: told('権限なし', 'Not allowed', '无权限'),
  unfound: told('該当なし', 'Nothing found', '无匹配'),
  beyond: told('最後のページより後', 'Beyond the last page', '超出最后一页'),
  absent: told('データなし', 'Nothing there', '无数据'),
  tones: told('種類', 'Kinds', '种类'),
  sizes: told('大きさ', 'Sizes', '大小'),
  choices: told('選択', 'Choices', '选择'),
  periods: told('期間', 'Period', '期间'),
  passwords: told('パスワード', 'Password', '密码'),
  tags: told('札', 'Tags', '标签'),
  signs: told('記号', 'Signs', '符号'),
  tokens: told('役割ごとの色', 'Colours by their task', '按用途的颜色'),
  contrast: told('背景との対比（実測）', 'Contrast, measured', '对比度（实测）'),
  lowContrast: told('対比が足りません', 'Too little contrast', '对比度不足'),
  marks: told('線・記号・グラフ（3以上）', 'Lines, signs and charts (3 or more)', '线条、符号与图表（不低于3）'),
  onSoft: told('淡い背景の文字（4.5以上）', 'Text on its soft ground (4.5 or more)', '浅色背景上的文字（不低于4.5）'),
  onGround: told('背景ごとの文字（4.5以上）', 'Text by ground (4.5 or more)', '各背景上的文字（不低于4.5）'),
  tongues: told('3言語の文章', 'Prose in three languages', '三种语言的文章'),
  figures: told('等幅の数字', 'Figures of equal width', '等宽数字'),
  lengths: told('寸法の一覧', 'Lengths', '尺寸一览'),
  notFound: told('見本が見つかりません', 'No such sample', '没有此示例'),
} as const satisfies Readonly<Record<string, Told>>;

/** What each format is called; a new one has a name here or the catalogue does not compile. */
export const FORMAT_WORDS: Readonly<Record<Format, Told>> = {
  count: told('件数', 'Count', '件数'), share: told('貢献', 'Share', '贡献'), yen: told('円', 'Yen', '日元'), price: told('単価', 'Price', '单价'), percent: told('割合', 'Percent', '比率'),
  duration: told('長さ', 'Duration', '时长'), trend: told('推移', 'Course', '走势'), text: told('文字', 'Text', '文字'), word: told('用語', 'Word', '用语'), choice: told('コード値', 'Code', '代码值'),
  id: told('番号', 'Number of a row', '编号'), address: told('アドレス', 'Address', '地址'), time: told('日時', 'Time', '日期时间'), day: told('日付', 'Day', '日期'), tags: told('札', 'Tags', '标签'),
};

export const WIDGET_WORDS: Readonly<Record<Widget, Told>> = {
  text: told('1行の文字', 'Line of text', '单行文字'), area: told('複数行の文字', 'Lines of text', '多行文字'), code: told('半角の値', 'Code', '半角值'), url: told('リンク先', 'Web address', '网址'),
  email: told('メールアドレス', 'Mail address', '邮箱地址'), phone: told('電話番号', 'Phone number', '电话号码'), domain: told('ドメイン', 'Domain', '域名'), password: told('パスワード', 'Password', '密码'),
  integer: told('整数', 'Integer', '整数'), money: told('金額', 'Money', '金额'), day: told('日付', 'Day', '日期'), switch: told('切り替え', 'Switch', '开关'), choice: told('1つ選ぶ', 'One of several', '单选'),
  many: told('いくつも選ぶ', 'Any of several', '多选'), addresses: told('アドレスの一覧', 'Addresses', '地址列表'), landing_pages: told('ランディングページ', 'Landing pages', '着陆页'),
  parameters: told('パラメーター名', 'Names of parameters', '参数名'), judgements: told('自動承認の条件', 'Automatic approval', '自动审批条件'), mapping: told('列の対応', 'Mapping of columns', '列的对应'),
};

export const CHART_WORDS: Readonly<Record<(ChartShape | FlowShape)['kind'], Told>> = {
  line: told('折れ線', 'Line', '折线'), bars: told('棒', 'Bars', '条形'), stacked: told('積み上げ棒', 'Stacked bars', '堆叠条形'), flow: told('流れ', 'Flow', '流向'),
};

/** The two ways in which the catalogue speaks: its own words, and the product's messages. */
export interface Tell {
  readonly own: (word: Told) => string;
  readonly message: (id: string, values?: Readonly<Record<string, string | number>>) => string;
  /** The ids of all messages that begin so. */
  readonly ids: (beginning: string) => readonly string[];
}

/** The same functions until the language changes. */
export const useOwn = (): Tell['own'] => {
  const { locale } = useLocale();
  return useCallback(word => word[locale], [locale]);
};

/** The same until the language changes. */
export const useTell = (): Tell => {
  const intl = useIntl();
  const own = useOwn();
  return useMemo(() => ({
    own, message: (id, values) => intl.formatMessage({ id }, values), ids: beginning => Object.keys(intl.messages).filter(id => id.startsWith(beginning)),
  }), [intl, own]);
};
