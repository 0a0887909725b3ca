import { InvitationForm } from '../../graphql/generated/constraints.ts';
import {
  InvitationAcceptDocument,
  InvitationCreateDocument,
  InvitationDocument,
  InvitationOpenDocument,
  InvitationResendDocument,
  InvitationsDocument,
  InvitationWithdrawDocument,
  type InvitationForm_Input,
  type InvitationOpenMutation,
} from '../../graphql/generated/graphql.ts';
import { defineResource } from './resource.ts';
import type { Present } from './row.ts';
import { isOfAgency } from './users.ts';

/** Query of one invitation, for its detail. */
export const invitationQuery = InvitationDocument;

/** Work on an invitation besides its creation. */
export const invitationOperations = {
  resend: InvitationResendDocument,
  withdraw: InvitationWithdrawDocument,
  open: InvitationOpenDocument,
  accept: InvitationAcceptDocument,
} as const;

/** What an invitation's link offers. */
export type InvitationOffer = Present<InvitationOpenMutation['one']>;

// No role is preselected.
const blank: InvitationForm_Input = {
  email: '',
  role: null as unknown as number,
  agency: null,
  locale: 'ja',
};
const LOCALES = { values: InvitationForm.locale.enum };
const STATES = { values: ['open', 'undelivered', 'expired', 'withdrawn'] };

/** What the detail of an invitation states, in order. */
export const INVITATION_FACTS = [
  'state',
  'email',
  'role_name',
  'agency_name',
  'locale',
  'invited_by',
  'created_at',
  'expires_at',
  'updated_at',
] as const;

/** Invitations that are not accepted yet. */
export const invitations = defineResource({
  name: 'invitations',
  operations: { page: InvitationsDocument, one: invitationQuery, create: InvitationCreateDocument },
  columns: [
    { field: 'email', format: 'text', sortable: true, size: 264 },
    { field: 'state', format: 'choice', sortable: true, size: 128 },
    { field: 'expires_at', format: 'time', sortable: true },
    { field: 'role_name', format: 'text', sortable: true },
    { field: 'agency_name', format: 'text', sortable: true },
    { field: 'invited_by', format: 'text', sortable: true },
    { field: 'created_at', format: 'time', sortable: true },
    { field: 'locale', format: 'choice', sortable: true, hidden: true },
    { field: 'invitation_id', format: 'id', sortable: true, size: 112, hidden: true },
    { field: 'updated_at', format: 'time', sortable: true, hidden: true },
  ],
  filters: [
    { field: 'email', kind: 'text' },
    { field: 'state', kind: 'choice', choices: STATES },
    { field: 'role', kind: 'choice', choices: { list: 'role' }, column: 'role_name' },
    { field: 'agency', kind: 'choice', choices: { list: 'agency' }, column: 'agency_name' },
    { field: 'expires_at', kind: 'time' },
    { field: 'created_at', kind: 'time' },
  ],
  sort: '-created_at',
  form: {
    blank,
    fields: [
      { field: 'email', widget: 'email', wide: true },
      { field: 'role', widget: 'role', choices: { list: 'role' }, wide: true },
      {
        field: 'agency',
        widget: 'choice',
        choices: { list: 'agency' },
        visible: isOfAgency,
        needed: () => true,
        emptied: true,
      },
      { field: 'locale', widget: 'choice', choices: LOCALES },
    ],
    constraints: InvitationForm,
    draftOf: ({ email, role, agency, locale }) => ({ email, role, agency, locale: locale as never }),
  },
  ofProduct: false,
  write: 'administration',
});
