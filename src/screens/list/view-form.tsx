import { savedViewConstraints, type SavedView } from '../../resources/saved-views.ts';
import { SharingDialog } from '../record/sharing-dialog.tsx';
import type { Views } from './use-views.ts';

interface Props {
  readonly views: Views;
  /** Null: a new view of the current state. */
  readonly view: SavedView | null;
  /** Called with the id of a new view; null: none was created. */
  readonly onClosed: (id: number | null) => void;
}

/** Form of a view. A chunk of its own, since most views are opened, not saved. */
const ViewForm = ({ views, view, onClosed }: Props) => (
  <SharingDialog
    title={view === null ? 'view.save_as' : 'view.settings'}
    nameLabel="view.name"
    stored={view}
    nameConstraint={savedViewConstraints.name}
    mayShare={view === null || views.mayShare(view)}
    save={async (entered, key, signal) => {
      if (view === null) return views.save(entered, key, signal);
      await views.rename(view, entered, signal);
      return { id: null };
    }}
    onClosed={onClosed}
  />
);
export default ViewForm;
