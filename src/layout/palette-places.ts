import { analysisPageOf } from '../analyses/find-page.ts';
import type { IconName } from '../components/icon.tsx';
import { parseSearch, type RawSearch } from '../console/address.ts';
import type { WriteScope } from '../console/context.ts';
import { NAVIGATION } from './navigation.ts';

interface ModalAction {
  /** The screen whose modal does the action. */
  readonly to: string;
  readonly modal: 'add' | 'import';
  /** Message id of the label, or of the name of the record that is added. */
  readonly label: string;
  readonly icon: IconName;
  /** Permission scope that the action needs, as on its screen. */
  readonly scope: WriteScope;
}

/** Actions that a modal of a screen does, in the order of the menu. */
export const MODAL_ACTIONS: readonly ModalAction[] = [
  { to: '/ad/setting', modal: 'add', label: 'resource.ads.one', icon: 'plus', scope: 'settings' },
  { to: '/ad/setting', modal: 'import', label: 'import.title.ads', icon: 'up', scope: 'settings' },
  { to: '/ad/sync-setting', modal: 'import', label: 'import.title.costs', icon: 'up', scope: 'settings' },
  { to: '/ad/cv-setting', modal: 'add', label: 'resource.cvSettings.one', icon: 'plus', scope: 'settings' },
  {
    to: '/ad/redirect-setting',
    modal: 'add',
    label: 'resource.redirects.one',
    icon: 'plus',
    scope: 'settings',
  },
  { to: '/ad/asp-setting', modal: 'add', label: 'resource.asps.one', icon: 'plus', scope: 'settings' },
  {
    to: '/ad/crossdomain-setting',
    modal: 'add',
    label: 'resource.crossdomainSettings.one',
    icon: 'plus',
    scope: 'settings',
  },
  {
    to: '/ad/category-setting',
    modal: 'add',
    label: 'resource.adCategories.one',
    icon: 'plus',
    scope: 'settings',
  },
  {
    to: '/ad/sync-setting',
    modal: 'add',
    label: 'resource.syncSettings.one',
    icon: 'plus',
    scope: 'settings',
  },
  {
    to: '/config/product',
    modal: 'add',
    label: 'resource.products.one',
    icon: 'plus',
    scope: 'administration',
  },
  { to: '/config/user', modal: 'add', label: 'resource.users.one', icon: 'plus', scope: 'administration' },
  {
    to: '/config/agency',
    modal: 'add',
    label: 'resource.agencies.one',
    icon: 'plus',
    scope: 'administration',
  },
];

/** Message id of an action's synonyms. */
export const synonymOfAction = ({ to, modal }: Pick<ModalAction, 'to' | 'modal'>): string =>
  `synonym.${modal}${to.replaceAll('/', '.')}`;

/** Message id of a screen's synonyms. */
export const synonymOfScreen = (to: string): string => `synonym.go${to.replaceAll('/', '.')}`;

/** The synonyms in a message, which separates them by commas. */
export const aliasesOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '');

/** The addresses of lists that do not follow from the names of their resources. */
const LISTS: Readonly<Record<string, string>> = {
  ads: '/ad/setting',
  redirects: '/ad/redirect-setting',
  asps: '/ad/asp-setting',
  adCategories: '/ad/category-setting',
  adTypes: '/ad/category-setting?list=types',
  analyzeSettings: '/ad-analyze-setting',
  reportDeliveries: '/analyze/delivery',
  changes: '/config/history',
  apiKeys: '/config/api-key',
  identityProviders: '/config/identity-provider',
  groupRoles: '/config/group-role',
};

const kebabOf = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** The address of a list: a menu entry has the name of a row, as `/ad/cv-setting` of `cvSettings`. */
const addressOfList = (resource: string): string | undefined => {
  if (Object.hasOwn(LISTS, resource)) return LISTS[resource];
  const row = kebabOf(resource.replace(/ies$/, 'y').replace(/s$/, ''));
  return NAVIGATION.flatMap(({ entries }) => entries).find(({ to }) =>
    [`/ad/${row}`, `/config/${row}`].includes(to),
  )?.to;
};

const ANALYSIS_PREFIX = 'analysis_';
const LOG_PREFIX = 'log_';
/** The addresses of logs and boards that do not follow from their names. */
const LOGS: Readonly<Record<string, string>> = {
  cv_info: '/analyze/cv',
  approval: '/log/cv-approve',
  result_queue: '/log/result-queue',
};

/**
 * The address of the screen of a saved view, and the parameter that names the opened view there; null: an unknown
 * screen, for the API accepts any.
 */
export const placeOfView = (
  screen: string,
): { readonly to: string; readonly parameter: 'view' | 'saved' } | null => {
  if (screen.startsWith(ANALYSIS_PREFIX)) {
    const page = analysisPageOf(screen.slice(ANALYSIS_PREFIX.length));
    return page === null ? null : { to: page.to, parameter: 'saved' };
  }
  if (screen.startsWith(LOG_PREFIX)) {
    const log = screen.slice(LOG_PREFIX.length);
    return { to: Object.hasOwn(LOGS, log) ? LOGS[log]! : `/log/${log}`, parameter: 'view' };
  }
  const to = addressOfList(screen);
  return to === undefined ? null : { to, parameter: 'view' };
};

/** Parameters of an address that are no part of a saved view: the product, and what is open on the screen. */
const NOT_OF_VIEW: ReadonlySet<string> = new Set([
  'product_id',
  'modal',
  'id',
  'open',
  'drilldown',
  'drilldown_metric',
  'drilldown_at',
]);

/** The parameters of a saved view's address. The API accepts any, such as one that would open another record. */
export const parametersOfView = (address: string): RawSearch =>
  Object.fromEntries(Object.entries(parseSearch(address)).filter(([name]) => !NOT_OF_VIEW.has(name)));
