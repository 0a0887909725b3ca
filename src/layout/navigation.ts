import { ANALYSIS_PAGES } from '../analyses/pages.ts';
import { PERMISSION_KEYS, type PermissionKey } from '../../machines/startup.ts';
import type { IconName } from '../components/icon.tsx';

export interface Entry {
  readonly to: string;
  /** Message id. */
  readonly label: string;
  readonly icon: IconName;
  /** Permissions of which the user must have at least one on level read. */
  readonly needs?: readonly PermissionKey[];
  /** Analysis page that the entry opens, which the company may have renamed. */
  readonly analysis?: string;
  /** Name of a common guide, for a screen without a guide of its own. */
  readonly guide?: string;
  /**
   * Not in the menu of agency users. `closed`: the server returns them no data of the page; `unlisted`: only
   * data that concerns them.
   */
  readonly agencies?: 'closed' | 'unlisted';
  /** Only for administrators. */
  readonly administrators?: true;
}

export interface Group {
  /** Message id; null: the group has no heading. */
  readonly label: string | null;
  readonly icon?: IconName;
  readonly entries: readonly Entry[];
}

/**
 * The menu in its order (docs/decisions/0011-measures-of-screens.md). Entries without a route are left out when
 * the menu is rendered (use-menu.ts), so a screen with an entry appears as soon as its route exists.
 */
export const NAVIGATION: readonly Group[] = [
  { label: null, entries: [{ to: '/dashboard', label: 'nav.dashboard', icon: 'dashboard' }] },
  {
    label: 'nav.analyze',
    icon: 'bars',
    entries: [
      ...ANALYSIS_PAGES,
      { to: '/analyze/board', label: 'nav.analyze.board', icon: 'board' },
      { to: '/analyze/delivery', label: 'nav.analyze.delivery', icon: 'mail', agencies: 'closed' },
    ],
  },
  {
    label: 'nav.log',
    icon: 'log',
    entries: [
      { to: '/log/access', label: 'nav.log.access', icon: 'page', needs: ['access_log'] },
      { to: '/log/reference', label: 'nav.log.reference', icon: 'log', needs: ['interaction_log'] },
      { to: '/log/cv', label: 'nav.log.cv', icon: 'target', needs: ['cv_log'] },
      { to: '/log/result', label: 'nav.log.result', icon: 'bell', needs: ['result_notification_log'] },
      { to: '/log/result-queue', label: 'nav.log.result-queue', icon: 'clock', needs: ['result_queue'] },
      { to: '/log/cv-approve', label: 'nav.log.cv-approve', icon: 'check', needs: ['cv_approval'] },
      { to: '/log/trace', label: 'nav.log.trace', icon: 'search', needs: PERMISSION_KEYS },
    ],
  },
  {
    label: 'nav.ad',
    icon: 'ad',
    entries: [
      { to: '/ad/ad', label: 'nav.ad.ad', icon: 'ad' },
      { to: '/ad/setting', label: 'nav.ad.setting', icon: 'gear' },
      { to: '/ad/cv-setting', label: 'nav.ad.cv-setting', icon: 'flag', agencies: 'unlisted' },
      {
        to: '/ad/redirect-setting',
        label: 'nav.ad.redirect-setting',
        icon: 'redirect',
        agencies: 'unlisted',
      },
      { to: '/ad/asp-setting', label: 'nav.ad.asp-setting', icon: 'network', agencies: 'unlisted' },
      {
        to: '/ad/crossdomain-setting',
        label: 'nav.ad.crossdomain-setting',
        icon: 'link',
        agencies: 'unlisted',
      },
      {
        to: '/ad/category-setting',
        label: 'nav.ad.category-setting',
        icon: 'category',
        agencies: 'unlisted',
      },
      { to: '/ad/sync-setting', label: 'nav.ad.sync-setting', icon: 'renew', agencies: 'closed' },
    ],
  },
  {
    label: 'nav.config',
    icon: 'company',
    entries: [
      { to: '/config/company', label: 'nav.config.company', icon: 'company', agencies: 'unlisted' },
      { to: '/config/product', label: 'nav.config.product', icon: 'product', agencies: 'unlisted' },
      { to: '/config/user', label: 'nav.config.user', icon: 'user', agencies: 'unlisted' },
      { to: '/config/agency', label: 'nav.config.agency', icon: 'agency', agencies: 'unlisted' },
      { to: '/config/role', label: 'nav.config.role', icon: 'role', agencies: 'unlisted' },
      { to: '/config/api-key', label: 'nav.config.api-key', icon: 'key', administrators: true },
      {
        to: '/config/identity-provider',
        label: 'nav.config.identity-provider',
        icon: 'lock',
        administrators: true,
      },
      { to: '/config/group-role', label: 'nav.config.group-role', icon: 'table', administrators: true },
      { to: '/config/history', label: 'nav.config.history', icon: 'history', administrators: true },
      { to: '/config/error-report', label: 'nav.config.error-report', icon: 'warning', administrators: true },
    ],
  },
  {
    label: null,
    entries: [
      { to: '/ad-analyze-setting', label: 'nav.ad-analyze-setting', icon: 'sliders', agencies: 'unlisted' },
    ],
  },
  { label: null, entries: [{ to: '/demo', label: 'nav.demo', icon: 'demo' }] },
];
