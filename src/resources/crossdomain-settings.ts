import { CrossdomainSettingForm } from '../../graphql/generated/constraints.ts';
import {
  CrossdomainSettingCreateDocument,
  CrossdomainSettingDocument,
  CrossdomainSettingsDocument,
  CrossdomainSettingsRemoveDocument,
  CrossdomainSettingsRestoreDocument,
  CrossdomainSettingUpdateDocument,
} from '../../graphql/generated/graphql.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

const blank = { product_id: 0, sender_name: '', sender_domain: '' };

/** Domains whose pages hand their visitors over to the product. */
export const crossdomainSettings = defineResource({
  name: 'crossdomainSettings',
  path: 'crossdomain_settings',
  operations: {
    page: CrossdomainSettingsDocument,
    one: CrossdomainSettingDocument,
    create: CrossdomainSettingCreateDocument,
    update: CrossdomainSettingUpdateDocument,
    remove: CrossdomainSettingsRemoveDocument,
    restore: CrossdomainSettingsRestoreDocument,
  },
  columns: [
    { field: 'sender_name', format: 'text', sortable: true, size: 240 },
    { field: 'crossdomain_setting_id', format: 'id', sortable: true, size: 176 },
    { field: 'sender_domain', format: 'address', sortable: true, size: 240 },
    { field: 'set_tag', format: 'text', size: 320 },
    { field: 'updated_at', format: 'time', sortable: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'sender_name', kind: 'text' },
    { field: 'sender_domain', kind: 'text' },
    { field: 'crossdomain_setting_id', kind: 'number' },
    { field: 'updated_at', kind: 'time' },
    { field: 'created_at', kind: 'time' },
  ],
  sort: 'sender_name',
  form: {
    blank,
    fields: [
      { field: 'sender_name', widget: 'text' },
      { field: 'sender_domain', widget: 'domain' },
    ],
    constraints: CrossdomainSettingForm,
    draftOf: draftFrom(blank),
    panel: 'set_tag',
  },
  ofProduct: true,
  page: '/ad/crossdomain-setting/$id',
  write: 'settings',
});
