import { AdTypeForm } from '../../graphql/generated/constraints.ts';
import {
  AdTypeCreateDocument,
  AdTypeDocument,
  AdTypesDocument,
  AdTypesRemoveDocument,
  AdTypesRestoreDocument,
  AdTypeUpdateDocument,
} from '../../graphql/generated/graphql.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

const SEQUENCES = { values: [1, 2, 3] };
const blank = { product_id: 0, sequence: 1, title: '' };

/** Options of the three free groupings of ads. */
export const adTypes = defineResource({
  name: 'adTypes',
  path: 'ad_types',
  operations: {
    page: AdTypesDocument,
    one: AdTypeDocument,
    create: AdTypeCreateDocument,
    update: AdTypeUpdateDocument,
    remove: AdTypesRemoveDocument,
    restore: AdTypesRestoreDocument,
  },
  columns: [
    { field: 'title', format: 'text', sortable: true, size: 280 },
    { field: 'id', format: 'id', sortable: true, size: 88 },
    { field: 'sequence', format: 'choice', sortable: true, size: 168 },
    { field: 'updated_at', format: 'time', sortable: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'title', kind: 'text' },
    { field: 'sequence', kind: 'choice', choices: SEQUENCES },
    { field: 'updated_at', kind: 'time' },
    { field: 'created_at', kind: 'time' },
  ],
  sort: 'title',
  form: {
    blank,
    fields: [
      { field: 'title', widget: 'text' },
      { field: 'sequence', widget: 'choice', choices: SEQUENCES },
    ],
    constraints: AdTypeForm,
    draftOf: draftFrom(blank),
  },
  ofProduct: true,
  selection: 'adType',
  write: 'settings',
});
