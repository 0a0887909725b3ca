import { DayNoteForm } from '../../graphql/generated/constraints.ts';
import {
  DayNoteCreateDocument,
  DayNotesDocument,
  DayNotesRemoveDocument,
  DayNotesRestoreDocument,
  DayNoteUpdateDocument,
  type DayNoteForm_Input,
  type DayNotesQuery,
} from '../../graphql/generated/graphql.ts';
import { defineResource } from './resource.ts';
import type { Present } from './row.ts';

export type DayNote = Present<Present<DayNotesQuery['page']>['results']>;

export const dayNoteWrites = { create: DayNoteCreateDocument, update: DayNoteUpdateDocument } as const;
export const dayNoteConstraints = DayNoteForm;

/** Notes on days. They have no screen of their own; charts over time show them. */
export const dayNotes = defineResource<DayNote, DayNoteForm_Input>({
  name: 'dayNotes',
  path: 'day_notes',
  operations: {
    page: DayNotesDocument,
    remove: DayNotesRemoveDocument,
    restore: DayNotesRestoreDocument,
  },
  columns: [{ field: 'day', format: 'text' }],
  sort: 'day',
  ofProduct: false,
});
