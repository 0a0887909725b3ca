import { FormattedMessage, useIntl } from 'react-intl';
import { LineField } from '../../components/fields/line-field.tsx';
import { SwitchField } from '../../components/fields/switch-field.tsx';
import { check } from '../../resources/constraints.ts';
import { savedViewConstraints, type SavedView } from '../../resources/saved-views.ts';
import { EditorDialog } from '../record/editor-dialog.tsx';
import { useEditor } from '../record/use-editor.ts';
import { useFaultText } from '../use-fault-text.ts';
import type { Views } from './use-views.ts';

interface Props {
  readonly views: Views;
  /** Null: a new view of the current state. */
  readonly view: SavedView | null;
  /** Called with the id of a new view; null: none was created. */
  readonly onClosed: (id: number | null) => void;
}

/** Form of a view: its name and whether it is shared. A chunk of its own, since most views are opened, not saved. */
const ViewForm = ({ views, view, onClosed }: Props) => {
  const intl = useIntl();
  const faultText = useFaultText();
  const blank = { name: view?.name ?? '', shared: view?.shared ?? false };
  const editor = useEditor<typeof blank, { readonly id: number | null }>({
    id: null,
    blank,
    check: ({ name }) => check({ name: name.trim() }, { name: savedViewConstraints.name }),
    save: async ({ draft, key }, signal) => {
      if (view === null) return views.save({ ...draft, key }, signal);
      await views.rename(view, draft, signal);
      return { id: null };
    },
    onClosed: saved => onClosed(saved?.id ?? null),
  });
  const { draft, faults, change, leave } = editor;
  return (
    <EditorDialog
      title={<FormattedMessage id={view === null ? 'view.save_as' : 'view.settings'} />}
      editor={editor}
      shown={() => null}
    >
      <LineField
        kind="text"
        name="name"
        label={intl.formatMessage({ id: 'view.name' })}
        required
        mark={intl.formatMessage({ id: 'form.required' })}
        value={draft.name}
        faults={faultText(faults['name'])}
        onChange={name => change('name', String(name))}
        onLeave={() => leave('name')}
      />
      {(view === null || views.mayShare(view)) && (
        <SwitchField
          name="shared"
          label={intl.formatMessage({ id: 'view.share' })}
          value={draft.shared}
          onChange={shared => change('shared', shared)}
        />
      )}
    </EditorDialog>
  );
};
export default ViewForm;
