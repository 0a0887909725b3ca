import { CvSettingForm } from '../../graphql/generated/constraints.ts';
import {
  CvSettingCreateDocument,
  CvSettingDocument,
  CvSettingsDocument,
  CvSettingsRemoveDocument,
  CvSettingsRestoreDocument,
  CvSettingUpdateDocument,
} from '../../graphql/generated/graphql.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

const URL_AND_REFERRER = 2;
const BUTTON = 3;
const CV_TYPES = { values: [1, 0] };
const CONDITIONS = { values: [1, URL_AND_REFERRER, BUTTON] };
const blank = {
  product_id: 0,
  name: '',
  cv_type: 1,
  cv_condition: 1,
  cv_page_url: '',
  route_page_url: '',
  button_selector: '',
};

/** CV settings: the rules by which the tag reports conversions. */
export const cvSettings = defineResource({
  name: 'cvSettings',
  path: 'cv_settings',
  operations: {
    page: CvSettingsDocument,
    one: CvSettingDocument,
    create: CvSettingCreateDocument,
    update: CvSettingUpdateDocument,
    remove: CvSettingsRemoveDocument,
    restore: CvSettingsRestoreDocument,
  },
  columns: [
    { field: 'name', format: 'text', sortable: true, size: 240 },
    { field: 'cv_setting_id', format: 'id', sortable: true, size: 120 },
    { field: 'cv_type', format: 'choice', sortable: true, size: 112 },
    { field: 'cv_condition', format: 'choice', sortable: true, size: 136 },
    { field: 'cv_page_url', format: 'address', sortable: true, size: 280 },
    { field: 'route_page_url', format: 'address', sortable: true, size: 240 },
    { field: 'button_selector', format: 'text', sortable: true, hidden: true },
    { field: 'updated_at', format: 'time', sortable: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'name', kind: 'text' },
    { field: 'cv_setting_id', kind: 'number' },
    { field: 'cv_type', kind: 'choice', choices: CV_TYPES },
    { field: 'cv_condition', kind: 'choice', choices: CONDITIONS },
    { field: 'cv_page_url', kind: 'text' },
    { field: 'route_page_url', kind: 'text' },
    { field: 'updated_at', kind: 'time' },
    { field: 'created_at', kind: 'time' },
  ],
  sort: 'name',
  form: {
    blank,
    fields: [
      { field: 'name', widget: 'text', section: 'basic' },
      { field: 'cv_type', widget: 'choice', choices: CV_TYPES, section: 'basic' },
      { field: 'cv_condition', widget: 'choice', choices: CONDITIONS, section: 'condition' },
      {
        field: 'cv_page_url',
        widget: 'url',
        section: 'condition',
        wide: true,
        needed: ({ cv_condition }) => cv_condition !== BUTTON,
      },
      {
        field: 'route_page_url',
        widget: 'url',
        section: 'condition',
        wide: true,
        visible: ({ cv_condition }) => cv_condition === URL_AND_REFERRER,
        needed: () => true,
      },
      {
        field: 'button_selector',
        widget: 'code',
        section: 'condition',
        wide: true,
        visible: ({ cv_condition }) => cv_condition === BUTTON,
        needed: () => true,
      },
    ],
    constraints: CvSettingForm,
    draftOf: draftFrom(blank),
    panel: 'cv_pages',
  },
  ofProduct: true,
  page: '/ad/cv-setting/$id',
  selection: 'cvSetting',
  write: 'settings',
});
