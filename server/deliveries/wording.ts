import type { Locale } from '../downloads/words.ts';

/** What the mail around a report says, in the language of the delivery. */
interface Wording {
  readonly subject: (name: string) => string;
  /** @param days yyyy/MM/dd, one or two of them */
  readonly text: (report: { readonly name: string; readonly product: string; readonly days: string; readonly rows: number }) => readonly string[];
  readonly link: string;
  readonly why: string;
}

export const WORDINGS: Readonly<Record<Locale, Wording>> = {
  ja: {
    subject: name => `【Touchpath】${name}`,
    text: ({ name, product, days, rows }) => [`レポート「${name}」をお送りします。`, '', `商品：${product}`, `対象期間：${days}（日本時間）`, `行数：${rows}`],
    link: '最新の数値は次の画面でご覧ください。',
    why: 'このメールは、Touchpath のレポート配信に登録されている宛先にお送りしています。配信の停止は、設定した担当者にお申し付けください。',
  },
  en: {
    subject: name => `Touchpath: ${name}`,
    text: ({ name, product, days, rows }) => [`The report "${name}" is attached.`, '', `Product: ${product}`, `Period: ${days} (Japan time)`, `Rows: ${rows}`],
    link: 'The present figures are here:',
    why: 'You get this mail because your address is among the recipients of this report in Touchpath. Whoever set it up can take it out.',
  },
  'zh-CN': {
    subject: name => `【Touchpath】${name}`,
    text: ({ name, product, days, rows }) => [`现发送报告“${name}”。`, '', `产品：${product}`, `统计期间：${days}（日本时间）`, `行数：${rows}`],
    link: '最新数据请查看以下页面：',
    why: '您的邮箱已登记为 Touchpath 报告发送的收件人，因此收到此邮件。如需停止，请联系设置此发送的负责人。',
  },
};
