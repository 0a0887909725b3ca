import type { Locale } from '../wording/words.ts';
import type { Message } from '../mail/message.ts';

interface Wording {
  readonly subject: string;
  readonly greeting: (name: string) => string;
  /** Tells an account from others of the same address, such as those of an agency's staff at several clients. */
  readonly company: (code: string) => string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const WORDINGS: Readonly<Record<Locale, Wording>> = {
  ja: {
    subject: '【Touchpath】パスワード再設定のご案内',
    greeting: name => `${name} 様`,
    company: code => `会社ID: ${code}`,
    before: [
      'Touchpath のパスワード再設定を受け付けました。',
      '次のリンクを開き、新しいパスワードを設定してください。',
    ],
    after: [
      'このリンクは1時間有効で、一度だけ使用できます。',
      'お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。',
    ],
  },
  en: {
    subject: 'Touchpath: set a new password',
    greeting: name => `Hello ${name},`,
    company: code => `Company ID: ${code}`,
    before: [
      'We received a request to reset the password of your Touchpath account.',
      'Open this link and choose a new password:',
    ],
    after: [
      'The link works once, within one hour.',
      'If you did not make this request, ignore this email. Your password stays as it is.',
    ],
  },
  'zh-CN': {
    subject: '【Touchpath】重置密码',
    greeting: name => `${name}，您好：`,
    company: code => `公司 ID：${code}`,
    before: ['我们收到了重置您 Touchpath 密码的申请。', '请打开以下链接并设置新密码：'],
    after: ['此链接在一小时内有效，且只能使用一次。', '如果不是您本人操作，请忽略此邮件，您的密码不会改变。'],
  },
};

/** Composes the mail with the link that resets a password. */
export const resetMail = (
  locale: Locale,
  to: { readonly name: string; readonly email: string; readonly companyCode: string },
  link: string,
): Message => {
  const { subject, greeting, company, before, after } = WORDINGS[locale];
  const lines = [...before, '', link, '', company(to.companyCode), '', ...after];
  return {
    to: { name: to.name, address: to.email },
    subject,
    text: [greeting(to.name), '', ...lines, '', '-- ', 'Touchpath', ''].join('\n'),
  };
};
