import { ReportDeliveryForm } from '../../graphql/generated/constraints.ts';
import {
  ReportDeliveriesDocument,
  ReportDeliveriesRemoveDocument,
  ReportDeliveriesRestoreDocument,
  ReportDeliveryCreateDocument,
  ReportDeliveryDocument,
  ReportDeliveryUpdateDocument,
} from '../../graphql/generated/graphql.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

// Allowed values are those of the API contract.
const PAGES = { values: ReportDeliveryForm.analyze_page.enum };
const FORMATS = { values: ReportDeliveryForm.format.enum };
const LOCALES = { values: ReportDeliveryForm.locale.enum };
const SCHEDULES = { values: ReportDeliveryForm.schedule.enum };
const HOURS = { values: Array.from({ length: 24 }, (_, hour) => hour) };
const blank = {
  product_id: 0,
  name: '',
  analyze_page: 'ad_statistics',
  query: '',
  address: '',
  format: 'xlsx',
  locale: 'ja',
  schedule: 'weekly',
  hour: 8,
  recipients: [] as string[],
};

/** Report deliveries: reports sent by email. */
export const reportDeliveries = defineResource({
  name: 'reportDeliveries',
  path: 'report_deliveries',
  operations: {
    page: ReportDeliveriesDocument,
    one: ReportDeliveryDocument,
    create: ReportDeliveryCreateDocument,
    update: ReportDeliveryUpdateDocument,
    remove: ReportDeliveriesRemoveDocument,
    restore: ReportDeliveriesRestoreDocument,
  },
  columns: [
    { field: 'name', format: 'text', sortable: true, size: 240 },
    { field: 'analyze_page', format: 'choice', sortable: true, size: 160 },
    { field: 'schedule', format: 'choice', sortable: true },
    { field: 'hour', format: 'choice', sortable: true, size: 112 },
    { field: 'format', format: 'choice', sortable: true, size: 128 },
    { field: 'next_due', format: 'time', sortable: true },
    { field: 'last_result', format: 'choice', sortable: true, size: 128 },
    { field: 'last_sent', format: 'time', sortable: true },
    { field: 'last_due', format: 'time', sortable: true, hidden: true },
    { field: 'updated_at', format: 'time', sortable: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'name', kind: 'text' },
    { field: 'analyze_page', kind: 'choice', choices: PAGES },
    { field: 'schedule', kind: 'choice', choices: SCHEDULES },
    { field: 'updated_at', kind: 'time' },
  ],
  sort: 'name',
  form: {
    blank,
    fields: [
      { field: 'name', widget: 'text', section: 'basic' },
      // A delivery with a saved query is sent with that query, otherwise with the defaults.
      {
        field: 'analyze_page',
        widget: 'choice',
        choices: PAGES,
        section: 'basic',
        visible: ({ address }) => address === '',
      },
      {
        field: 'address',
        widget: 'report',
        section: 'basic',
        wide: true,
        visible: ({ address }) => address !== '',
      },
      { field: 'query', widget: 'report', section: 'basic', visible: () => false },
      { field: 'schedule', widget: 'choice', choices: SCHEDULES, section: 'schedule' },
      {
        field: 'hour',
        widget: 'choice',
        choices: HOURS,
        section: 'schedule',
        visible: ({ schedule }) => schedule !== 'none',
      },
      {
        field: 'recipients',
        widget: 'addresses',
        section: 'schedule',
        wide: true,
        needed: ({ schedule }) => schedule !== 'none',
      },
      {
        field: 'format',
        widget: 'choice',
        choices: FORMATS,
        section: 'schedule',
        visible: ({ analyze_page: page }) => page !== 'board',
      },
      { field: 'locale', widget: 'choice', choices: LOCALES, section: 'schedule' },
    ],
    constraints: ReportDeliveryForm,
    draftOf: draftFrom(blank),
  },
  ofProduct: true,
  write: 'settings',
});
