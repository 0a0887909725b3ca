import { CompanyChange } from '../../graphql/generated/constraints.ts';
import {
  CompaniesDocument,
  CompanyDocument,
  CompanyUpdateDocument,
} from '../../graphql/generated/graphql.ts';
import { draftFrom } from './draft.ts';
import { defineResource } from './resource.ts';

const blank = {
  company_name: '',
  department_name: '',
  contact_name: '',
  contact_mail: '',
  login_allowed_ips: [] as string[],
  second_factor: 0,
};
// The version is not a form field: it is sent as read with the row.
const { updated_at: _, ...constraints } = CompanyChange;

/** The user's own company: sign-in rules and contact. */
export const companies = defineResource({
  name: 'companies',
  operations: { page: CompaniesDocument, one: CompanyDocument, update: CompanyUpdateDocument },
  columns: [
    { field: 'company_name', format: 'text', sortable: true, size: 264 },
    { field: 'company_code', format: 'id', sortable: true, size: 184 },
    { field: 'department_name', format: 'text', sortable: true },
    { field: 'contact_name', format: 'text', sortable: true },
    { field: 'contact_mail', format: 'text', sortable: true, size: 240 },
    { field: 'updated_at', format: 'time', sortable: true },
  ],
  form: {
    blank,
    fields: [
      { field: 'company_name', widget: 'text', section: 'basic' },
      { field: 'department_name', widget: 'text', section: 'basic' },
      { field: 'contact_name', widget: 'text', section: 'contact' },
      { field: 'contact_mail', widget: 'email', section: 'contact' },
      { field: 'login_allowed_ips', widget: 'addresses', section: 'security', wide: true },
      { field: 'second_factor', widget: 'choice', choices: { values: [0, 1, 2] }, section: 'security' },
    ],
    constraints,
    draftOf: draftFrom(blank),
  },
  code: 'company_code',
  ofProduct: false,
  write: 'administration',
});
