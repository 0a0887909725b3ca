import type { Dependencies } from '../dependencies.ts';
import type { Message } from '../mail/message.ts';
import { tokyoTime } from '../platform/time.ts';
import { orderMail } from '../store/postgres/accounts/mails.ts';
import { ownerById } from '../store/postgres/accounts/passwords.ts';
import type { Author } from '../store/postgres/engine/audit-log.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import type { CredentialChange, CredentialChangeOrder } from '../store/postgres/schema/index.ts';
import type { Locale } from '../wording/words.ts';

/** Mails that notify users of changes of their credentials, so that they notice a change by another person. */

interface Wording {
  readonly changes: Readonly<Record<CredentialChange, string>>;
  readonly subject: (change: string) => string;
  readonly greeting: (name: string) => string;
  readonly lines: (facts: {
    readonly change: string;
    readonly company: string;
    readonly time: string;
    readonly by: string;
  }) => readonly string[];
  readonly owner: (ip: string) => string;
  readonly administrator: string;
  readonly afterReset: readonly string[];
  readonly warning: string;
}

const WORDINGS: Readonly<Record<Locale, Wording>> = {
  ja: {
    changes: {
      app_added: '認証アプリが登録されました',
      app_removed: '認証アプリが削除されました',
      email_changed: 'メールアドレスが変更されました',
      passkey_added: 'パスキーが登録されました',
      passkey_removed: 'パスキーが削除されました',
      password_changed: 'パスワードが変更されました',
      recovery_codes_renewed: 'リカバリーコードが再発行されました',
      second_factor_removed: '二要素認証が解除されました',
      second_factor_reset: '二要素認証がリセットされました',
    },
    subject: change => `【Touchpath】${change}`,
    greeting: name => `${name} 様`,
    lines: ({ change, company, time, by }) => [
      `お使いの Touchpath アカウントで、${change}。`,
      '',
      `会社ID: ${company}`,
      `日時: ${time}（日本時間）`,
      `操作: ${by}`,
    ],
    owner: ip => `ご本人のアカウント（IPアドレス ${ip}）`,
    administrator: '管理者',
    afterReset: [
      'すべてのセッションは終了し、リカバリーコードと記憶したブラウザーは無効になりました。',
      '次回はパスワードだけでログインできます。ログイン後、二要素認証を設定し直してください。',
    ],
    warning: 'お心当たりがない場合は、すぐにパスワードを変更し、社内の管理者へご連絡ください。',
  },
  en: {
    changes: {
      app_added: 'an authenticator app was added',
      app_removed: 'the authenticator app was removed',
      email_changed: 'the email address was changed',
      passkey_added: 'a passkey was added',
      passkey_removed: 'a passkey was removed',
      password_changed: 'the password was changed',
      recovery_codes_renewed: 'new recovery codes were made',
      second_factor_removed: 'the second factor was removed',
      second_factor_reset: 'the second factor was reset',
    },
    subject: change => `Touchpath: ${change}`,
    greeting: name => `Hello ${name},`,
    lines: ({ change, company, time, by }) => [
      `in your Touchpath account ${change}.`,
      '',
      `Company ID: ${company}`,
      `Time: ${time} (Japan)`,
      `Changed by: ${by}`,
    ],
    owner: ip => `your account (IP address ${ip})`,
    administrator: 'an administrator',
    afterReset: [
      'All sessions have ended, and your recovery codes and remembered browsers no longer work.',
      'Next time you sign in with your password only. Set up a second factor again after that.',
    ],
    warning:
      'If you did not expect this, change your password and contact an administrator of your company at once.',
  },
  'zh-CN': {
    changes: {
      app_added: '已添加验证器应用',
      app_removed: '验证器应用已被删除',
      email_changed: '邮箱地址已被更改',
      passkey_added: '已添加通行密钥',
      passkey_removed: '通行密钥已被删除',
      password_changed: '密码已被更改',
      recovery_codes_renewed: '恢复代码已重新生成',
      second_factor_removed: '双重验证已被关闭',
      second_factor_reset: '双重验证已被重置',
    },
    subject: change => `【Touchpath】${change}`,
    greeting: name => `${name}，您好：`,
    lines: ({ change, company, time, by }) => [
      `您的 Touchpath 账号发生了以下变更：${change}。`,
      '',
      `公司 ID：${company}`,
      `时间：${time}（日本时间）`,
      `操作者：${by}`,
    ],
    owner: ip => `您的账号（IP 地址 ${ip}）`,
    administrator: '管理员',
    afterReset: [
      '所有会话已结束，恢复代码和已记住的浏览器均已失效。',
      '下次只需密码即可登录。登录后请重新设置双重验证。',
    ],
    warning: '如果这不是您的操作，请立即更改密码，并联系贵公司的管理员。',
  },
};

/** Account whose credentials were changed. */
interface ChangedAccount {
  readonly userId: number;
  readonly locale: Locale;
  /** Address to write to, if it is no longer that of the user. */
  readonly email?: string;
}

/** Queues the mail about a change. Call in the transaction of the change. */
export const orderCredentialMail = async (
  tx: Database,
  author: Author,
  change: CredentialChange,
  { userId, locale, email }: ChangedAccount,
): Promise<void> => {
  const { companyId, ip, at } = author;
  await orderMail(
    tx,
    {
      kind: 'credential_change',
      companyId,
      userId,
      change,
      locale,
      at: at.toISOString(),
      ip: author.userId === userId ? ip : null,
      email: email ?? null,
    },
    at,
  );
};

/** Composes the mail about a change of credentials; null: the user was deleted meanwhile. */
export const composeCredentialChange =
  ({ db }: Pick<Dependencies, 'db'>) =>
  async ({ companyId, userId, locale, ...order }: CredentialChangeOrder): Promise<Message | null> => {
    const owner = await ownerById(db, { companyId, userId });
    if (owner === null) return null;
    const { changes, subject, greeting, lines, owner: byOwner, ...wording } = WORDINGS[locale];
    const change = changes[order.change];
    const by = order.ip === null ? wording.administrator : byOwner(order.ip);
    const text = [
      greeting(owner.name),
      '',
      ...lines({ change, company: owner.companyCode, time: tokyoTime(order.at), by }),
      '',
      ...(order.change === 'second_factor_reset' ? [...wording.afterReset, ''] : []),
      wording.warning,
      '',
      '-- ',
      'Touchpath',
      '',
    ];
    return {
      to: { name: owner.name, address: order.email ?? owner.email },
      subject: subject(change),
      text: text.join('\n'),
    };
  };
