import type { Dependencies } from '../dependencies.ts';
import type { Message } from '../mail/message.ts';
import { ownerById } from '../store/postgres/accounts/passwords.ts';
import type { SecondFactorResetOrder } from '../store/postgres/schema/index.ts';
import type { Locale } from '../wording/words.ts';

interface Wording {
  readonly subject: string;
  readonly lines: (name: string) => readonly string[];
}

const WORDINGS: Readonly<Record<Locale, Wording>> = {
  ja: {
    subject: '【Touchpath】二要素認証がリセットされました',
    lines: name => [
      `${name} 様`,
      '',
      'お使いの Touchpath アカウントの二要素認証が、管理者によってリセットされました。',
      'すべてのセッションは終了し、リカバリーコードと記憶したブラウザーは無効になりました。',
      '次回はパスワードだけでログインできます。ログイン後、二要素認証を設定し直してください。',
      '',
      'お心当たりがない場合は、すぐに社内の管理者へご連絡ください。',
    ],
  },
  en: {
    subject: 'Touchpath: your second factor was reset',
    lines: name => [
      `Hello ${name},`,
      '',
      'an administrator reset the second factor of your Touchpath account.',
      'All sessions have ended, and your recovery codes and remembered browsers no longer work.',
      'Next time you sign in with your password only. Set up a second factor again after that.',
      '',
      'If you did not ask for this, contact an administrator of your company at once.',
    ],
  },
  'zh-CN': {
    subject: '【Touchpath】您的双重验证已被重置',
    lines: name => [
      `${name}，您好：`,
      '',
      '管理员重置了您 Touchpath 账号的双重验证。',
      '所有会话已结束，恢复代码和已记住的浏览器均已失效。',
      '下次只需密码即可登录。登录后请重新设置双重验证。',
      '',
      '如果您并未提出此请求，请立即联系贵公司的管理员。',
    ],
  },
};

/** Composes the mail that tells a user about the reset of the second factor. */
export const composeFactorReset =
  ({ db }: Pick<Dependencies, 'db'>) =>
  async ({ companyId, userId, locale }: SecondFactorResetOrder): Promise<Message | null> => {
    const owner = await ownerById(db, { companyId, userId });
    if (owner === null) return null;
    const { subject, lines } = WORDINGS[locale];
    return {
      to: { name: owner.name, address: owner.email },
      subject,
      text: [...lines(owner.name), '', '-- ', 'Touchpath', ''].join('\n'),
    };
  };
