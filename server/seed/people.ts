import type { PermissionKey, PermissionLevel } from '../http/visibility.ts';

export type Permissions = Readonly<Record<PermissionKey, PermissionLevel>>;

/** One of the three built-in roles of every company. */
export interface RolePlan {
  readonly code: 'admin' | 'user' | 'agency';
  readonly name: string;
  readonly permissions: Permissions;
}

/**
 * The built-in roles (docs/decisions/0008-roles-and-visibility.md). Roles that a company adds are based on one of them.
 */
export const SYSTEM_ROLES: readonly RolePlan[] = [
  {
    code: 'admin',
    name: '管理者',
    permissions: {
      access_log: 'write',
      interaction_log: 'write',
      cv_log: 'write',
      result_notification_log: 'write',
      result_queue: 'write',
      cv_approval: 'write',
    },
  },
  {
    code: 'user',
    name: '一般ユーザー',
    permissions: {
      access_log: 'read',
      interaction_log: 'read',
      cv_log: 'read',
      result_notification_log: 'read',
      result_queue: 'write',
      cv_approval: 'write',
    },
  },
  {
    code: 'agency',
    name: '代理店ユーザー',
    permissions: {
      access_log: 'none',
      interaction_log: 'read',
      cv_log: 'read',
      result_notification_log: 'read',
      result_queue: 'none',
      cv_approval: 'read',
    },
  },
];

/** Company ID of the demo company. */
export const DEMO_COMPANY = 'demo';
export const DEMO_PASSWORD = 'touchpath-demo';

export interface UserPlan {
  readonly email: string;
  readonly name: string;
  readonly role: RolePlan['code'];
  /** Index into {@link AGENCIES}; null: not a user of an agency. */
  readonly agency: number | null;
}

export const USERS: readonly UserPlan[] = [
  { email: 'admin@demo.example', name: '佐藤 美咲', role: 'admin', agency: null },
  { email: 'user@demo.example', name: '鈴木 一郎', role: 'user', agency: null },
  { email: 'agency@demo.example', name: '田中 翔', role: 'agency', agency: 0 },
  { email: 'renee.oconnor@demo.example', name: "Renée O'Connor", role: 'user', agency: null },
  { email: 'wang.xiaoming@demo.example', name: '王 晓明', role: 'user', agency: null },
  { email: 'takahashi@demo.example', name: '髙橋 由紀子', role: 'admin', agency: null },
  { email: 'li.na@lotus.example', name: '李 娜', role: 'agency', agency: 1 },
  { email: 'james.smith@northwind-media.example', name: 'James Smith', role: 'agency', agency: 2 },
  { email: 'kobayashi@aozora-ad.example', name: '小林 陽菜', role: 'agency', agency: 0 },
];

/** An agency and the products granted to it (indices of PRODUCTS). */
export interface AgencyPlan {
  readonly name: string;
  readonly description: string;
  readonly products: readonly number[];
}

export const AGENCIES: readonly AgencyPlan[] = [
  { name: '青空アド株式会社', description: '検索連動広告とアフィリエイトの運用', products: [0, 2] },
  { name: 'ロータス・コミュニケーションズ', description: 'SNS広告・インフルエンサー施策', products: [0] },
  {
    name: 'Northwind Media K.K.',
    description: 'Display and B2B programmes (日本語・English)',
    products: [1, 2],
  },
];
