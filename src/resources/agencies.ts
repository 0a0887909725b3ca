import {
  AgenciesDocument,
  AgenciesRemoveDocument,
  AgenciesRestoreDocument,
  AgencyCreateDocument,
  AgencyDocument,
  AgencyUpdateDocument,
} from '../../graphql/generated/graphql.ts';
import { AgencyForm } from '../../graphql/generated/constraints.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

const blank = { agency_name: '', description: '', products: [] as number[] };

export const agencies = defineResource({
  name: 'agencies',
  operations: {
    page: AgenciesDocument,
    one: AgencyDocument,
    create: AgencyCreateDocument,
    update: AgencyUpdateDocument,
    remove: AgenciesRemoveDocument,
    restore: AgenciesRestoreDocument,
  },
  columns: [
    { field: 'agency_name', format: 'text', sortable: true, size: 240 },
    { field: 'agency_id', format: 'id', sortable: true, size: 112 },
    { field: 'description', format: 'text', sortable: true, size: 320 },
    { field: 'updated_at', format: 'time', sortable: true },
    { field: 'created_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'agency_name', kind: 'text' },
    { field: 'agency_id', kind: 'number' },
    { field: 'description', kind: 'text' },
    { field: 'updated_at', kind: 'time' },
    { field: 'created_at', kind: 'time' },
  ],
  sort: 'agency_name',
  form: {
    blank,
    fields: [
      { field: 'agency_name', widget: 'text', wide: true },
      { field: 'products', widget: 'many', choices: { list: 'product' }, wide: true },
      { field: 'description', widget: 'area', wide: true },
    ],
    constraints: AgencyForm,
    draftOf: draftFrom(blank),
  },
  bulk: [{ field: 'products' }],
  ofProduct: false,
  page: '/config/agency/$id',
  selection: 'agency',
  write: 'administration',
});
