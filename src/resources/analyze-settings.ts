import { AnalyzeSettingForm } from '../../graphql/generated/constraints.ts';
import {
  AnalyzeSettingCreateDocument,
  AnalyzeSettingDocument,
  AnalyzeSettingsDocument,
  AnalyzeSettingsRemoveDocument,
  AnalyzeSettingsRestoreDocument,
  AnalyzeSettingUpdateDocument,
} from '../../graphql/generated/graphql.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

// Allowed values are those of the API contract.
const PAGES = { values: AnalyzeSettingForm.analyze_page.enum };
const METRICS = { values: AnalyzeSettingForm.metrics.items.enum, words: 'metric.*.name' };
const AXES = { values: AnalyzeSettingForm.axes.items.enum };
const CHARTS = { values: AnalyzeSettingForm.chart.enum };
const isCustom = ({ analyze_page }: { readonly analyze_page: string }) => analyze_page.startsWith('item_');
const blank = {
  product_id: 0,
  analyze_page: 'item_1',
  name: '',
  metrics: [] as string[],
  axes: [] as string[],
  hidden_metrics: [] as string[],
  chart: 'none',
};

/** Settings of analyses: metrics, axes and chart of custom analyses, and name and hidden columns of all. */
export const analyzeSettings = defineResource({
  name: 'analyzeSettings',
  path: 'analyze_settings',
  operations: {
    page: AnalyzeSettingsDocument,
    one: AnalyzeSettingDocument,
    create: AnalyzeSettingCreateDocument,
    update: AnalyzeSettingUpdateDocument,
    remove: AnalyzeSettingsRemoveDocument,
    restore: AnalyzeSettingsRestoreDocument,
  },
  columns: [
    { field: 'analyze_page', format: 'choice', sortable: true, size: 200 },
    { field: 'name', format: 'text', sortable: true, size: 240 },
    { field: 'chart', format: 'choice', sortable: true, size: 152 },
    { field: 'updated_at', format: 'time', sortable: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'analyze_page', kind: 'choice', choices: PAGES },
    { field: 'name', kind: 'text' },
    { field: 'updated_at', kind: 'time' },
  ],
  sort: 'analyze_page',
  form: {
    blank,
    fields: [
      { field: 'analyze_page', widget: 'choice', choices: PAGES },
      { field: 'name', widget: 'text', visible: isCustom, needed: () => true },
      { field: 'axes', widget: 'many', choices: AXES, wide: true, visible: isCustom },
      {
        field: 'metrics',
        widget: 'many',
        choices: METRICS,
        wide: true,
        visible: isCustom,
        needed: () => true,
      },
      { field: 'hidden_metrics', widget: 'many', choices: METRICS, wide: true },
      { field: 'chart', widget: 'choice', choices: CHARTS, visible: isCustom },
    ],
    constraints: AnalyzeSettingForm,
    draftOf: draftFrom(blank),
  },
  ofProduct: true,
  selection: 'analysis',
  write: 'settings',
});
