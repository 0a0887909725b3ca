import type { Locale } from '../wording/words.ts';
import type { Message } from '../mail/message.ts';

interface Wording {
  readonly subject: string;
  readonly greeting: (name: string) => string;
  readonly before: readonly string[];
  readonly account: (companyCode: string, email: string) => readonly string[];
  readonly after: (signIn: string) => readonly string[];
}

const WORDINGS: Readonly<Record<Locale, Wording>> = {
  ja: {
    subject: '【Touchpath】管理者アカウントのご案内',
    greeting: name => `${name} 様`,
    before: [
      'Touchpath の管理者アカウントをご用意しました。',
      '次のリンクを開き、パスワードを設定してください。',
    ],
    account: (code, email) => ['ログインに必要な情報:', `  会社ID: ${code}`, `  メールアドレス: ${email}`],
    after: signIn => [
      'このリンクは7日間有効で、一度だけ使用できます。',
      `有効期限が切れた場合は、ログイン画面の「パスワードをお忘れの方」からお手続きください。${signIn}`,
      'お心当たりがない場合は、このメールを破棄してください。',
    ],
  },
  en: {
    subject: 'Touchpath: your administrator account',
    greeting: name => `Hello ${name},`,
    before: [
      'an administrator account of Touchpath is ready for you.',
      'Open this link and choose a password:',
    ],
    account: (code, email) => ['You sign in with:', `  Company ID: ${code}`, `  Email: ${email}`],
    after: signIn => [
      'The link works once, within seven days.',
      `After that, use "Forgot your password?" on the sign-in page: ${signIn}`,
      'If you did not expect this mail, ignore it.',
    ],
  },
  'zh-CN': {
    subject: '【Touchpath】您的管理员账户',
    greeting: name => `${name}，您好：`,
    before: ['您的 Touchpath 管理员账户已创建。', '请打开以下链接并设置密码：'],
    account: (code, email) => ['登录信息：', `  公司 ID：${code}`, `  邮箱：${email}`],
    after: signIn => [
      '此链接在七天内有效，且只能使用一次。',
      `过期后请在登录页面使用“忘记密码？”重新获取：${signIn}`,
      '如果您没有申请此账户，请忽略此邮件。',
    ],
  },
};

export interface Invited {
  readonly name: string;
  readonly email: string;
  readonly companyCode: string;
}

/**
 * Composes the invitation of a company's first administrator. `link` sets the password; `signIn` is the sign-in page.
 */
export const invitationMail = (
  locale: Locale,
  { name, email, companyCode }: Invited,
  { link, signIn }: { readonly link: string; readonly signIn: string },
): Message => {
  const { subject, greeting, before, account, after } = WORDINGS[locale];
  const lines = [
    greeting(name),
    '',
    ...before,
    '',
    link,
    '',
    ...account(companyCode, email),
    '',
    ...after(signIn),
  ];
  return { to: { name, address: email }, subject, text: [...lines, '', '-- ', 'Touchpath', ''].join('\n') };
};
