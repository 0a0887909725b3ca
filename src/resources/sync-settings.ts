import { SyncSettingForm } from '../../graphql/generated/constraints.ts';
import {
  SyncSettingCreateDocument,
  SyncSettingDocument,
  SyncSettingsDocument,
  SyncSettingsRemoveDocument,
  SyncSettingsRestoreDocument,
  SyncSettingUpdateDocument,
} from '../../graphql/generated/graphql.ts';
import { draftFrom } from './draft.ts';
import { IMPORT_FIELDS } from './import-fields.ts';
import { defineResource } from './resource.ts';

const KINDS = { values: ['ads', 'costs'] };
const FORMATS = { values: ['csv', 'xlsx', 'json'] };
const SCHEDULES = { values: ['none', 'hourly', 'daily', 'weekly', 'monthly'] };
const HOURS = { values: Array.from({ length: 24 }, (_, hour) => hour) };
const blank = {
  product_id: 0,
  name: '',
  kind: 'costs',
  source_url: '',
  format: 'csv',
  mapping: {} as unknown,
  schedule: 'none',
  hour: 6,
};

/** Sync settings: imports of ads or costs, scheduled or by file. */
export const syncSettings = defineResource({
  name: 'syncSettings',
  path: 'sync_settings',
  operations: {
    page: SyncSettingsDocument,
    one: SyncSettingDocument,
    create: SyncSettingCreateDocument,
    update: SyncSettingUpdateDocument,
    remove: SyncSettingsRemoveDocument,
    restore: SyncSettingsRestoreDocument,
  },
  columns: [
    { field: 'name', format: 'text', sortable: true, size: 240 },
    { field: 'id', format: 'id', sortable: true, size: 88 },
    { field: 'kind', format: 'choice', sortable: true, size: 112 },
    { field: 'source_url', format: 'address', sortable: true, size: 280 },
    { field: 'format', format: 'choice', sortable: true, size: 112 },
    { field: 'schedule', format: 'choice', sortable: true },
    { field: 'hour', format: 'choice', sortable: true, size: 112 },
    { field: 'updated_at', format: 'time', sortable: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'name', kind: 'text' },
    { field: 'kind', kind: 'choice', choices: KINDS },
    { field: 'schedule', kind: 'choice', choices: SCHEDULES },
    { field: 'source_url', kind: 'text' },
    { field: 'updated_at', kind: 'time' },
  ],
  sort: 'name',
  form: {
    blank,
    fields: [
      { field: 'name', widget: 'text', section: 'basic' },
      { field: 'kind', widget: 'choice', choices: KINDS, section: 'basic' },
      {
        field: 'source_url',
        widget: 'url',
        section: 'source',
        wide: true,
        needed: ({ schedule }) => schedule !== 'none',
      },
      { field: 'format', widget: 'choice', choices: FORMATS, section: 'source' },
      {
        field: 'mapping',
        widget: 'mapping',
        choices: { values: IMPORT_FIELDS.ads },
        section: 'source',
        wide: true,
        visible: ({ kind }) => kind === 'ads',
      },
      {
        field: 'mapping',
        widget: 'mapping',
        choices: { values: IMPORT_FIELDS.costs },
        section: 'source',
        wide: true,
        visible: ({ kind }) => kind !== 'ads',
      },
      { field: 'schedule', widget: 'choice', choices: SCHEDULES, section: 'schedule' },
      {
        field: 'hour',
        widget: 'choice',
        choices: HOURS,
        section: 'schedule',
        visible: ({ schedule }) => schedule !== 'none' && schedule !== 'hourly',
      },
    ],
    constraints: SyncSettingForm,
    draftOf: draftFrom(blank),
    panel: 'sync_runs',
  },
  bulk: [{ field: 'schedule' }, { field: 'hour' }],
  ofProduct: true,
  write: 'settings',
});
