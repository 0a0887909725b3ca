import { PERMISSION_KEYS } from '../../../machines/startup.ts';
import type { Identified, Resource } from '../../resources/resource.ts';
import { fieldsOf, type AnyDraft } from './fields.ts';
import type { RecordedField, RecordedForm } from './recorded-field.ts';

/** Message ids of the title of a list, log or report. */
export const titleIds = (screen: string): readonly string[] => [
  `resource.${screen}.title`,
  `${screen.replace('_', '.')}.title`,
];

const formOf = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
): RecordedForm => ({
  fields: fieldsOf(resource),
  blank: (resource.form?.blank ?? {}) as AnyDraft,
});

/** Fields with a level each, in the words of its choice. */
const loadLevelField = async (): Promise<(field: string) => RecordedField> => {
  const { LEVELS } = await import('./level.tsx');
  return field => ({ field, widget: 'choice', choices: { values: LEVELS, words: 'level.*' } });
};

const loadApiKeyForm = async (): Promise<RecordedForm> => {
  const { apiKeys, SCOPES } = await import('../../resources/api-keys.ts');
  const levelField = await loadLevelField();
  const { fields, blank } = formOf(apiKeys);
  return {
    fields: fields.flatMap(one => (one.field === 'scopes' ? SCOPES.map(levelField) : [one])),
    blank: { ...blank, ...(blank['scopes'] as AnyDraft) },
    parted: 'scopes',
  };
};

const loadRoleForm = async (): Promise<RecordedForm> => {
  const { BLANK_ROLE, ROLE_BASES } = await import('../../resources/role.ts');
  const levelField = await loadLevelField();
  return {
    fields: [
      { field: 'role_name', widget: 'text', label: 'role.name' },
      { field: 'role_code', widget: 'code', label: 'role.code' },
      {
        field: 'base',
        widget: 'choice',
        choices: { values: ROLE_BASES, words: 'role.base.*' },
        label: 'role.base',
      },
      ...PERMISSION_KEYS.map(key => ({ ...levelField(key), label: `permission.${key}` })),
    ],
    // A role has a base in any case.
    blank: { ...BLANK_ROLE, base: null },
    parted: 'permissions',
  };
};

const SHARED: RecordedField = { field: 'shared', widget: 'switch', label: 'view.share' };
const NOTHING_SHARED = { shared: false };

const loadBoardForm = async (): Promise<RecordedForm> => {
  const { ITEM_KINDS } = await import('../../../machines/board-items.ts');
  return {
    fields: [
      { field: 'name', widget: 'text', label: 'report_board.name' },
      SHARED,
      {
        field: 'items',
        parts: [
          { field: 'view_id', label: 'report_board.view' },
          {
            field: 'kind',
            widget: 'choice',
            choices: { values: ITEM_KINDS, words: 'report_board.kind.*' },
            label: 'report_board.kind',
          },
          { field: 'metric', label: 'report_board.metric', words: metric => [`metric.${metric}.name`] },
          { field: 'wide', label: 'column.reportBoards.wide' },
        ],
      },
    ],
    blank: NOTHING_SHARED,
  };
};

const BOARD_LINK_FORM: RecordedForm = {
  fields: [
    { field: 'board_id', label: 'report_board.title' },
    { field: 'name', label: 'board_link.name' },
    { field: 'locale', label: 'board_link.locale' },
    { field: 'title', label: 'board_link.title' },
    { field: 'brand', label: 'board_link.brand' },
  ],
  blank: {},
};

const VIEW_FORM: RecordedForm = {
  fields: [
    { field: 'name', widget: 'text', label: 'view.name' },
    SHARED,
    { field: 'screen', words: titleIds },
    { field: 'address', widget: 'code' },
    { field: 'hidden', words: column => [`column.${column}`, `metric.${column}.name`] },
  ],
  blank: NOTHING_SHARED,
};

const NOTE_FORM: RecordedForm = {
  fields: [
    { field: 'day', widget: 'day' },
    { field: 'text', widget: 'area' },
  ],
  blank: {},
};

/** Loaders of the forms of recorded entities, by name. Entities without one are shown by the types of their values. */
const LOADERS: Readonly<Record<string, () => Promise<RecordedForm>>> = {
  ads: async () => formOf((await import('../../resources/ads.ts')).ads),
  redirects: async () => formOf((await import('../../resources/redirects.ts')).redirects),
  cvSettings: async () => formOf((await import('../../resources/cv-settings.ts')).cvSettings),
  asps: async () => formOf((await import('../../resources/asps.ts')).asps),
  crossdomainSettings: async () =>
    formOf((await import('../../resources/crossdomain-settings.ts')).crossdomainSettings),
  adCategories: async () => formOf((await import('../../resources/ad-categories.ts')).adCategories),
  adTypes: async () => formOf((await import('../../resources/ad-types.ts')).adTypes),
  syncSettings: async () => formOf((await import('../../resources/sync-settings.ts')).syncSettings),
  analyzeSettings: async () => formOf((await import('../../resources/analyze-settings.ts')).analyzeSettings),
  reportDeliveries: async () =>
    formOf((await import('../../resources/report-deliveries.ts')).reportDeliveries),
  identityProviders: async () =>
    formOf((await import('../../resources/identity-providers.ts')).identityProviders),
  groupRoles: async () => formOf((await import('../../resources/group-roles.ts')).groupRoles),
  companies: async () => formOf((await import('../../resources/companies.ts')).companies),
  products: async () => formOf((await import('../../resources/products.ts')).products),
  users: async () => formOf((await import('../../resources/users.ts')).users),
  invitations: async () => formOf((await import('../../resources/invitations.ts')).invitations),
  agencies: async () => formOf((await import('../../resources/agencies.ts')).agencies),
  apiKeys: loadApiKeyForm,
  roles: loadRoleForm,
  reportBoards: loadBoardForm,
  boardLinks: () => Promise.resolve(BOARD_LINK_FORM),
  savedViews: () => Promise.resolve(VIEW_FORM),
  dayNotes: () => Promise.resolve(NOTE_FORM),
};

/** The form of an entity that has none. */
export const NO_FORM: RecordedForm = { fields: [], blank: {} };

/**
 * Loads the fields of an entity as its form has them. Only the descriptors of entities that are shown are loaded.
 *
 * @param entity name of the entity
 */
export const loadRecordedForm = async (entity: string): Promise<RecordedForm> =>
  LOADERS[entity]?.() ?? NO_FORM;
