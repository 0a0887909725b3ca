import { SavedViewForm } from '../../graphql/generated/constraints.ts';
import {
  SavedViewCreateDocument,
  SavedViewsDocument,
  SavedViewsRemoveDocument,
  SavedViewsRestoreDocument,
  SavedViewUpdateDocument,
  type SavedViewForm_Input,
  type SavedViewsQuery,
} from '../../graphql/generated/graphql.ts';
import { defineResource } from './resource.ts';
import type { Present } from './row.ts';

export type SavedView = Present<Present<SavedViewsQuery['page']>['results']>;

export const savedViewWrites = { create: SavedViewCreateDocument, update: SavedViewUpdateDocument } as const;
export const savedViewConstraints = SavedViewForm;

/** Saved states of lists. They have no screen of their own; each list has a menu of them. */
export const savedViews = defineResource<SavedView, SavedViewForm_Input>({
  name: 'savedViews',
  path: 'saved_views',
  operations: {
    page: SavedViewsDocument,
    remove: SavedViewsRemoveDocument,
    restore: SavedViewsRestoreDocument,
  },
  columns: [{ field: 'name', format: 'text' }],
  sort: 'name',
  ofProduct: false,
});
