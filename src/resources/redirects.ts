import { RedirectForm } from '../../graphql/generated/constraints.ts';
import {
  RedirectCreateDocument,
  RedirectDocument,
  RedirectsDocument,
  RedirectsRemoveDocument,
  RedirectsRestoreDocument,
  RedirectUpdateDocument,
  type LpoEntryForm_Input,
} from '../../graphql/generated/graphql.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

/** Creation of a redirect, also for the click URL of a new ad. */
export const redirectCreation = RedirectCreateDocument;

const blank = {
  product_id: 0,
  ad_id: null as unknown as number,
  redirect_url: '',
  redirect_flag: true,
  lpo_flag: false,
  lpo_entries: [] as LpoEntryForm_Input[],
  dynamic_lpurl: false,
};

/** Redirects: click URLs of ads. */
export const redirects = defineResource({
  name: 'redirects',
  operations: {
    page: RedirectsDocument,
    one: RedirectDocument,
    create: redirectCreation,
    update: RedirectUpdateDocument,
    remove: RedirectsRemoveDocument,
    restore: RedirectsRestoreDocument,
  },
  columns: [
    { field: 'redirect_url', format: 'address', sortable: true, size: 320 },
    { field: 'redirect_id', format: 'id', sortable: true, size: 128 },
    { field: 'ad_name', format: 'text', sortable: true, size: 232 },
    { field: 'ad_id', format: 'id', sortable: true, size: 96 },
    { field: 'redirect_flag', format: 'choice', sortable: true, size: 144 },
    { field: 'lpo_flag', format: 'choice', sortable: true, size: 88 },
    { field: 'dynamic_lpurl', format: 'choice', sortable: true, size: 168 },
    { field: 'updated_at', format: 'time', sortable: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'redirect_url', kind: 'text' },
    { field: 'redirect_id', kind: 'number' },
    { field: 'ad_id', kind: 'choice', choices: { list: 'ad' }, column: 'ad_name' },
    { field: 'redirect_flag', kind: 'flag' },
    { field: 'lpo_flag', kind: 'flag' },
    { field: 'dynamic_lpurl', kind: 'flag' },
    { field: 'updated_at', kind: 'time' },
    { field: 'created_at', kind: 'time' },
  ],
  sort: '-updated_at',
  form: {
    blank,
    fields: [
      { field: 'ad_id', widget: 'choice', choices: { list: 'ad' }, section: 'basic', wide: true },
      { field: 'redirect_url', widget: 'url', section: 'landing', wide: true },
      { field: 'redirect_flag', widget: 'switch', section: 'landing' },
      { field: 'dynamic_lpurl', widget: 'switch', section: 'landing' },
      { field: 'lpo_flag', widget: 'switch', section: 'landing' },
      {
        field: 'lpo_entries',
        widget: 'landing_pages',
        section: 'landing',
        wide: true,
        visible: ({ lpo_flag }) => lpo_flag,
        needed: () => true,
      },
    ],
    constraints: RedirectForm,
    draftOf: draftFrom(blank),
  },
  bulk: [{ field: 'redirect_flag' }, { field: 'dynamic_lpurl' }],
  ofProduct: true,
  page: '/ad/redirect-setting/$id',
  selection: 'redirect',
  write: 'settings',
});
