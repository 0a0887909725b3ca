import { Type } from '@fastify/type-provider-typebox';
import { component, Nullable } from '../http/schemas.ts';
import { CHANGE_ACTIONS } from '../store/postgres/schema/index.ts';
import type { EntityName } from '../store/postgres/entities/entity-sources.ts';
import { entity, flag, numberOrNone, numberOrZero, shown, text, textOrNone, time, word } from './entity.ts';

/** Lists whose changes are recorded. Provisioned groups, recomputations, erasures and files are no entities, and are recorded like ones. */
export const CHANGED_LISTS: readonly (
  | EntityName
  | 'provisionedGroups'
  | 'recomputations'
  | 'erasures'
  | 'files'
)[] = [
  'companies',
  'agencies',
  'users',
  'invitations',
  'roles',
  'products',
  'ads',
  'redirects',
  'asps',
  'cvSettings',
  'crossdomainSettings',
  'adCategories',
  'adTypes',
  'syncSettings',
  'analyzeSettings',
  'reportDeliveries',
  'savedViews',
  'reportBoards',
  'boardLinks',
  'dayNotes',
  'apiKeys',
  'identityProviders',
  'groupRoles',
  'provisionedGroups',
  'recomputations',
  'erasures',
  'files',
];

const json = (description: string) => Nullable(Type.String({ description }));
export const ChangedField = component(
  'ChangedField',
  Type.Object({
    field: Type.String(),
    before: json('Previous value as JSON; null: the row was created'),
    after: json('New value as JSON'),
  }),
);

const written = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

const readFields = (stored: unknown) => {
  const { before, after } = stored as Readonly<Record<'before' | 'after', Record<string, unknown> | null>>;
  return Object.keys(after ?? {}).map(field => ({
    field,
    before: written(before?.[field]),
    after: written(after?.[field]),
  }));
};

/** The audit log, which nobody changes. */
export const changes = entity({
  name: 'changes',
  one: 'change',
  path: 'changes',
  component: 'Change',
  label: 'entity',
  description:
    'The audit log: one entry per change of a settings row, sign-in, download and first use of an API key in a day. For administrators.',
  searched: ['user_name', 'api_key_name', 'ip_address', 'ua', 'difference', 'row_id'],
  sort: { field: 'id', ascending: false },
  readers: 'administration',
  fields: {
    changed_at: time('Time of the change'),
    user_id: numberOrNone(
      'User who made the change; null: a scheduled import, a mailed report, a refused sign-in, or the operator',
    ),
    user_name: textOrNone('Current name of the user'),
    api_key_id: numberOrNone('API key with which the change was made, on behalf of the user; null: none'),
    api_key_name: textOrNone('Name of the API key'),
    ip_address: text('IP address of the request; empty: no request'),
    ua: text('User agent of the request; empty: none'),
    action: word('Kind of change', CHANGE_ACTIONS),
    entity: word('List that contains the row', CHANGED_LISTS),
    row_id: numberOrZero('ID of the changed row in its list; 0: a file'),
    difference: text('The changed fields with their values before and after'),
    changed_fields: text('Names of the changed fields as a JSON list'),
    fields: shown(Type.Array(ChangedField.ref, { description: 'The changed fields' }), readFields),
    status: flag('Always true: entries are not deleted'),
    updated_at: time('Time of the change'),
  },
});
