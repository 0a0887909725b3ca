import { FormattedMessage, useIntl } from 'react-intl';
import { LineField } from '../../components/fields/line-field.tsx';
import { SwitchField } from '../../components/fields/switch-field.tsx';
import { check, type Constraint } from '../../resources/constraints.ts';
import { useFaultText } from '../use-fault-text.ts';
import { EditorDialog } from './editor-dialog.tsx';
import { useEditor } from './use-editor.ts';

/** What a user names, and shares with the company: a saved view or a board. */
export interface Sharing {
  readonly name: string;
  readonly shared: boolean;
}

interface Saved {
  /** Id of a new row; null: none was created. */
  readonly id: number | null;
}

interface Props {
  /** Message of the title. */
  readonly title: string;
  /** Message of the label of the name. */
  readonly nameLabel: string;
  /** What is stored; null: the row is new. */
  readonly stored: Sharing | null;
  readonly nameConstraint: Constraint;
  readonly mayShare: boolean;
  /** Stores what was entered. @param key makes a repeated request the same one */
  readonly save: (entered: Sharing, key: string, signal: AbortSignal) => Promise<Saved>;
  /** Called with the id of a new row; null: none was created. */
  readonly onClosed: (id: number | null) => void;
}

/** Form of what has a name and may be shared. */
export const SharingDialog = ({
  title,
  nameLabel,
  stored,
  nameConstraint,
  mayShare,
  save,
  onClosed,
}: Props) => {
  const intl = useIntl();
  const faultText = useFaultText();
  const editor = useEditor<Sharing, Saved>({
    id: null,
    blank: { name: stored?.name ?? '', shared: stored?.shared ?? false },
    check: ({ name }) => check({ name: name.trim() }, { name: nameConstraint }),
    save: ({ draft: { name, shared }, key }, signal) => save({ name: name.trim(), shared }, key, signal),
    onClosed: saved => onClosed(saved?.id ?? null),
  });
  const { draft, faults, change, leave } = editor;
  return (
    <EditorDialog title={<FormattedMessage id={title} />} editor={editor} shown={() => null}>
      <LineField
        kind="text"
        name="name"
        label={intl.formatMessage({ id: nameLabel })}
        required
        mark={intl.formatMessage({ id: 'form.required' })}
        value={draft.name}
        faults={faultText(faults['name'])}
        onChange={name => change('name', String(name))}
        onLeave={() => leave('name')}
      />
      {mayShare && (
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
