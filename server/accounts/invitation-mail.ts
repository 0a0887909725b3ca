import type { Message } from '../mail/message.ts';
import type { OpenInvitation } from '../store/postgres/accounts/invitations.ts';
import type { Locale } from '../wording/words.ts';

interface Wording {
  readonly subject: (company: string) => string;
  readonly before: (company: string) => readonly string[];
  readonly account: (companyCode: string, email: string) => readonly string[];
  /** @param expiry time in Asia/Tokyo */
  readonly after: (expiry: string) => readonly string[];
}

const WORDINGS: Readonly<Record<Locale, Wording>> = {
  ja: {
    subject: company => `【Touchpath】${company} からの招待`,
    before: company => [
      `${company} の Touchpath に招待されました。`,
      '次のリンクを開き、お名前とパスワードを設定してください。',
    ],
    account: (code, email) => ['ログインに必要な情報:', `  会社ID: ${code}`, `  メールアドレス: ${email}`],
    after: expiry => [
      `このリンクは ${expiry}（日本時間）まで有効で、一度だけ使用できます。`,
      '有効期限が切れた場合は、招待した方に再送をご依頼ください。',
      'お心当たりがない場合は、このメールを破棄してください。',
    ],
  },
  en: {
    subject: company => `Touchpath: invitation from ${company}`,
    before: company => [
      `${company} has invited you to Touchpath.`,
      'Open this link to enter your name and choose a password:',
    ],
    account: (code, email) => ['You sign in with:', `  Company ID: ${code}`, `  Email: ${email}`],
    after: expiry => [
      `The link works once, until ${expiry} (Tokyo time).`,
      'After that, ask the person who invited you to send it again.',
      'If you did not expect this mail, ignore it.',
    ],
  },
  'zh-CN': {
    subject: company => `【Touchpath】${company} 邀请您加入`,
    before: company => [`${company} 邀请您使用 Touchpath。`, '请打开以下链接，填写姓名并设置密码：'],
    account: (code, email) => ['登录信息：', `  公司 ID：${code}`, `  邮箱：${email}`],
    after: expiry => [
      `此链接在 ${expiry}（东京时间）之前有效，且只能使用一次。`,
      '过期后请联系邀请人重新发送。',
      '如果您不认识邀请人，请忽略此邮件。',
    ],
  },
};

const EXPIRY = new Intl.DateTimeFormat('ja-JP', {
  timeZone: 'Asia/Tokyo',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** Composes the mail of an invitation in its language. `link` leads to the page on which it is accepted. */
export const invitationMail = (
  { companyName, companyCode, email, locale, expiresAt }: OpenInvitation,
  link: string,
): Message => {
  const { subject, before, account, after } = WORDINGS[locale];
  const lines = [
    ...before(companyName),
    '',
    link,
    '',
    ...account(companyCode, email),
    '',
    ...after(EXPIRY.format(expiresAt)),
  ];
  return {
    to: { name: '', address: email },
    subject: subject(companyName),
    text: [...lines, '', '-- ', 'Touchpath', ''].join('\n'),
  };
};
