import { AdCategoryForm } from '../../graphql/generated/constraints.ts';
import {
  AdCategoriesDocument,
  AdCategoriesRemoveDocument,
  AdCategoriesRestoreDocument,
  AdCategoryCreateDocument,
  AdCategoryDocument,
  AdCategoryUpdateDocument,
} from '../../graphql/generated/graphql.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

const KINDS = { values: [0, 1, 2, 3] };
const blank = { product_id: 0, kind: 0, name: '' };

/** Ad categories, by which reports can be summed. */
export const adCategories = defineResource({
  name: 'adCategories',
  path: 'ad_categories',
  operations: {
    page: AdCategoriesDocument,
    one: AdCategoryDocument,
    create: AdCategoryCreateDocument,
    update: AdCategoryUpdateDocument,
    remove: AdCategoriesRemoveDocument,
    restore: AdCategoriesRestoreDocument,
  },
  columns: [
    { field: 'name', format: 'text', sortable: true, size: 280 },
    { field: 'id', format: 'id', sortable: true, size: 88 },
    { field: 'kind', format: 'choice', sortable: true },
    { field: 'updated_at', format: 'time', sortable: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'name', kind: 'text' },
    { field: 'kind', kind: 'choice', choices: KINDS },
    { field: 'updated_at', kind: 'time' },
    { field: 'created_at', kind: 'time' },
  ],
  sort: 'name',
  form: {
    blank,
    fields: [
      { field: 'name', widget: 'text' },
      { field: 'kind', widget: 'choice', choices: KINDS },
    ],
    constraints: AdCategoryForm,
    draftOf: draftFrom(blank),
  },
  ofProduct: true,
  page: '/ad/category-setting/$id',
  selection: 'adCategory',
  write: 'settings',
});
