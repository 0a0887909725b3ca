import type { Locale } from '../wording/words.ts';

/** The text of a report's mail, in the language of the delivery. */
interface Wording {
  readonly subject: (name: string) => string;
  /** @param days yyyy/MM/dd, one or two of them */
  readonly text: (report: {
    readonly name: string;
    readonly product: string;
    readonly days: string;
  }) => readonly string[];
  /** Explains a missing file. @param rowLimit limit of its rows */
  readonly tooLong: (rowLimit: number) => string;
  /** What is said of a board, above its items. `name` is the board's own name. */
  readonly board: (board: { readonly name: string; readonly product: string }) => readonly string[];
  /** The board of a delivery was deleted, or is not shared. @param name name of the delivery */
  readonly noBoard: (name: string) => string;
  readonly moreRows: (shown: number, count: number) => string;
  /** Says that the file of a board has more rows than the mail. */
  readonly allRows: string;
  readonly link: string;
  readonly why: string;
}

export const WORDINGS: Readonly<Record<Locale, Wording>> = {
  ja: {
    subject: name => `【Touchpath】${name}`,
    text: ({ name, product, days }) => [
      `レポート「${name}」をお送りします。`,
      '',
      `プロダクト：${product}`,
      `対象期間：${days}（日本時間）`,
    ],
    tooLong: rowLimit =>
      `行数が${rowLimit.toLocaleString('ja')}行を超えるため、ファイルは添付していません。次の画面からダウンロードしてください。`,
    board: ({ name, product }) => [`ボード「${name}」をお送りします。`, '', `プロダクト：${product}`],
    noBoard: name =>
      `レポート配信「${name}」のボードは削除されたか、社内で共有されていません。レポート配信の設定をご確認ください。`,
    moreRows: (shown, count) =>
      `${count.toLocaleString('en')}行のうち${shown.toLocaleString('en')}行を表示しています。`,
    allRows: 'すべての行は、添付の HTML ファイルでご覧いただけます。',
    link: '同じ条件の最新の数値は、次の画面でご覧ください。',
    why: 'このメールは、Touchpath のレポート配信に登録されている宛先にお送りしています。配信の停止は、設定した担当者にお申し付けください。',
  },
  en: {
    subject: name => `Touchpath: ${name}`,
    text: ({ name, product, days }) => [
      `This is the report "${name}".`,
      '',
      `Product: ${product}`,
      `Period: ${days} (Japan time)`,
    ],
    tooLong: rowLimit =>
      `It has more than ${rowLimit.toLocaleString('en')} rows, so no file is attached. Please download it from the screen below.`,
    board: ({ name, product }) => [`This is the board "${name}".`, '', `Product: ${product}`],
    noBoard: name =>
      `The board of the report delivery "${name}" was deleted or is no longer shared with the company. Please check the settings of the delivery.`,
    moreRows: (shown, count) =>
      `${shown.toLocaleString('en')} of ${count.toLocaleString('en')} rows are shown.`,
    allRows: 'The attached HTML file has all rows.',
    link: 'See the latest figures of this report here:',
    why: 'You receive this email because your address is a recipient of this report delivery in Touchpath. To stop it, ask the person who set it up.',
  },
  'zh-CN': {
    subject: name => `【Touchpath】${name}`,
    text: ({ name, product, days }) => [
      `现发送报表“${name}”。`,
      '',
      `产品：${product}`,
      `统计期间：${days}（日本时间）`,
    ],
    tooLong: rowLimit => `报表超过 ${rowLimit.toLocaleString('en')} 行，因此未附文件。请在以下页面下载。`,
    board: ({ name, product }) => [`现发送看板“${name}”。`, '', `产品：${product}`],
    noBoard: name => `报表发送“${name}”的看板已被删除，或未在公司内共享。请确认报表发送的设置。`,
    moreRows: (shown, count) =>
      `共 ${count.toLocaleString('en')} 行，显示 ${shown.toLocaleString('en')} 行。`,
    allRows: '所附 HTML 文件包含全部行。',
    link: '相同条件的最新数据请查看以下页面：',
    why: '您的邮箱已登记为 Touchpath 报表发送的收件人，因此收到此邮件。如需停止，请联系设置此发送的负责人。',
  },
};
