import { savedViews, type SavedView } from '../../resources/saved-views.ts';
import { useAllRows } from '../use-all-rows.ts';

const BY_NAME = { ordering: 'name' };

/** The saved views of all screens: the user's own and shared ones, by name; empty until they are loaded. */
export const useEveryView = (): readonly SavedView[] =>
  useAllRows(savedViews.operations.page, BY_NAME).answer?.rows ?? [];
