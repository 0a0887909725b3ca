import { AspForm } from '../../graphql/generated/constraints.ts';
import { AspCreateDocument, AspDocument, AspsDocument, AspsRemoveDocument, AspsRestoreDocument, AspUpdateDocument } from '../../graphql/generated/graphql.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

const FLAGS = { values: [0, 1, 2] };
const CV_TAG = 1;
const WEBHOOK = 2;
const METHODS = { values: [WEBHOOK, CV_TAG] };
const SIGNED = 1;
const STYLES = { values: [0, SIGNED] };
const blank = {
  product_id: 0, asp_name: '', company_name: '', phone_number: '', address: '', description: '',
  xclid_flag: false, xclid_name: 'a_xclid', media_session_flag: false, media_session_name: 'a_ses',
  media_management1_flag: false, media_management1_name: 'a_key1', media_management2_flag: false, media_management2_name: 'a_key2',
  media_management3_flag: false, media_management3_name: 'a_key3',
  measurement_tag: '', result_flag: 0, result_method: WEBHOOK, cv_tag: '', webhook_url: '', webhook_style: 0, webhook_secret: '', performance_cv_flag: false,
  unapproved_value: '0', approved_value: '1', rejected_value: '2',
  auto_approval: false, approval_amount: false, approval_args: false, exclude_duplicate_ips: 0, exclude_duplicate_args: false,
};

/** Who is told about results is reached somehow. */
const isNotified = ({ result_flag }: { readonly result_flag: number }): boolean => result_flag !== 0;

/** Ad networks. */
export const asps = defineResource({
  name: 'asps',
  operations: { page: AspsDocument, one: AspDocument, create: AspCreateDocument, update: AspUpdateDocument, remove: AspsRemoveDocument, restore: AspsRestoreDocument },
  columns: [
    { field: 'asp_name', format: 'text', sortable: true, size: 232 },
    { field: 'asp_id', format: 'id', sortable: true, size: 120 },
    { field: 'result_flag', format: 'choice', sortable: true, size: 168 },
    { field: 'result_method', format: 'choice', sortable: true, size: 128 },
    { field: 'auto_approval', format: 'choice', sortable: true, size: 112 },
    { field: 'performance_cv_flag', format: 'choice', sortable: true, size: 144 },
    { field: 'company_name', format: 'text', sortable: true },
    { field: 'phone_number', format: 'text', sortable: true, size: 136 },
    { field: 'webhook_url', format: 'address', sortable: true, hidden: true },
    { field: 'webhook_style', format: 'choice', sortable: true, hidden: true },
    { field: 'paused_at', format: 'time', sortable: true, hidden: true },
    { field: 'address', format: 'text', sortable: true, hidden: true },
    { field: 'description', format: 'text', sortable: true, hidden: true },
    { field: 'approval_amount', format: 'choice', sortable: true, hidden: true },
    { field: 'approval_args', format: 'choice', sortable: true, hidden: true },
    { field: 'exclude_duplicate_ips', format: 'count', sortable: true, hidden: true },
    { field: 'exclude_duplicate_args', format: 'choice', sortable: true, hidden: true },
    { field: 'updated_at', format: 'time', sortable: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'asp_name', kind: 'text' },
    { field: 'asp_id', kind: 'number' },
    { field: 'result_flag', kind: 'choice', choices: FLAGS },
    { field: 'result_method', kind: 'choice', choices: METHODS },
    { field: 'auto_approval', kind: 'flag' },
    { field: 'performance_cv_flag', kind: 'flag' },
    { field: 'company_name', kind: 'text' },
    { field: 'phone_number', kind: 'text' },
    { field: 'webhook_url', kind: 'text' },
    { field: 'webhook_style', kind: 'choice', choices: STYLES },
    { field: 'paused_at', kind: 'time' },
    { field: 'updated_at', kind: 'time' },
    { field: 'created_at', kind: 'time' },
  ],
  sort: 'asp_name',
  form: {
    blank,
    fields: [
      { field: 'asp_name', widget: 'text', section: 'basic' },
      { field: 'company_name', widget: 'text', section: 'contact' },
      { field: 'phone_number', widget: 'phone', section: 'contact' },
      { field: 'address', widget: 'text', section: 'contact', wide: true },
      { field: 'description', widget: 'area', section: 'contact', wide: true },
      { field: 'xclid_flag', widget: 'switch', section: 'parameters', starts: true },
      { field: 'xclid_name', widget: 'code', section: 'parameters', visible: ({ xclid_flag }) => xclid_flag, needed: () => true },
      { field: 'media_session_flag', widget: 'switch', section: 'parameters', starts: true },
      { field: 'media_session_name', widget: 'code', section: 'parameters', visible: ({ media_session_flag }) => media_session_flag, needed: () => true },
      { field: 'media_management1_flag', widget: 'switch', section: 'parameters', starts: true },
      { field: 'media_management1_name', widget: 'code', section: 'parameters', visible: ({ media_management1_flag }) => media_management1_flag, needed: () => true },
      { field: 'media_management2_flag', widget: 'switch', section: 'parameters', starts: true },
      { field: 'media_management2_name', widget: 'code', section: 'parameters', visible: ({ media_management2_flag }) => media_management2_flag, needed: () => true },
      { field: 'media_management3_flag', widget: 'switch', section: 'parameters', starts: true },
      { field: 'media_management3_name', widget: 'code', section: 'parameters', visible: ({ media_management3_flag }) => media_management3_flag, needed: () => true },
      { field: 'measurement_tag', widget: 'code', section: 'parameters', wide: true },
      { field: 'result_flag', widget: 'choice', choices: FLAGS, section: 'notice' },
      { field: 'result_method', widget: 'choice', choices: METHODS, section: 'notice' },
      { field: 'webhook_url', widget: 'url', section: 'notice', wide: true, visible: ({ result_method }) => result_method === WEBHOOK, needed: isNotified },
      { field: 'webhook_style', widget: 'choice', choices: STYLES, section: 'notice', visible: ({ result_method }) => result_method === WEBHOOK },
      { field: 'webhook_secret', widget: 'code', secret: true, section: 'notice', wide: true, visible: ({ result_method, webhook_style }) => result_method === WEBHOOK && webhook_style === SIGNED, needed: isNotified },
      { field: 'cv_tag', widget: 'code', section: 'notice', wide: true, visible: ({ result_method }) => result_method === CV_TAG, needed: isNotified },
      { field: 'unapproved_value', widget: 'code', section: 'notice' },
      { field: 'approved_value', widget: 'code', section: 'notice' },
      { field: 'rejected_value', widget: 'code', section: 'notice' },
      { field: 'performance_cv_flag', widget: 'switch', section: 'notice' },
      { field: 'auto_approval', widget: 'switch', section: 'approval' },
      { field: 'approval_amount', widget: 'switch', section: 'approval' },
      { field: 'approval_args', widget: 'switch', section: 'approval' },
      { field: 'exclude_duplicate_args', widget: 'switch', section: 'approval' },
      { field: 'exclude_duplicate_ips', widget: 'integer', section: 'approval' },
    ],
    constraints: AspForm,
    draftOf: draftFrom(blank),
    aside: 'test_send',
  },
  bulk: [
    { field: 'result_flag' }, { field: 'performance_cv_flag' }, { field: 'auto_approval' }, { field: 'approval_amount' }, { field: 'approval_args' }, { field: 'exclude_duplicate_args' }, { field: 'exclude_duplicate_ips' },
  ],
  ofProduct: true,
  page: '/ad/asp-setting/$id',
  links: [{ label: 'recompute.way', to: '/log/result-recompute', for: 'writers', needs: 'cv_approval' }],
  selection: 'asp',
  write: 'settings',
});
