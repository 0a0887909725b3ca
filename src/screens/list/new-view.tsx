import { FormattedMessage, useIntl } from 'react-intl';
import { LineField } from '../../components/fields/line-field.tsx';
import { SwitchField } from '../../components/fields/switch-field.tsx';
import { check } from '../../resources/constraints.ts';
import { savedViewConstraints } from '../../resources/saved-views.ts';
import { EditorDialog } from '../record/editor-dialog.tsx';
import { useEditor } from '../record/use-editor.ts';
import { useFaultText } from '../use-fault-text.ts';
import type { Views } from './use-views.ts';

const BLANK = { name: '', shared: false };

/** Form for the name of a new view. A chunk of its own, since most views are opened, not saved. */
const NewView = ({
  views,
  onClosed,
}: {
  readonly views: Views;
  readonly onClosed: (id: number | null) => void;
}) => {
  const intl = useIntl();
  const faultText = useFaultText();
  const editor = useEditor<typeof BLANK, { readonly id: number }>({
    id: null,
    blank: BLANK,
    check: ({ name }) => check({ name: name.trim() }, { name: savedViewConstraints.name }),
    save: ({ draft, key }, signal) => views.save({ ...draft, key }, signal),
    onClosed: saved => onClosed(saved?.id ?? null),
  });
  const { draft, faults, change, leave } = editor;
  return (
    <EditorDialog title={<FormattedMessage id="view.save_as" />} editor={editor} shown={() => null}>
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
      <SwitchField
        name="shared"
        label={intl.formatMessage({ id: 'view.share' })}
        value={draft.shared}
        onChange={shared => change('shared', shared)}
      />
    </EditorDialog>
  );
};
export default NewView;
